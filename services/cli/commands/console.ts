import type { ConsoleOptions } from '@pilothouse/console/options/console-options.js';
import { endpoint, failureText } from '../failure.js';
import type { ConsoleRunner } from '../runner.js';
import type { Terminal } from '../terminal.js';

export interface ConsoleContext {
  readonly show: ConsoleRunner;
  readonly terminal: Terminal;
  /** Aborted to stop the console. */
  readonly stop: AbortSignal;
}

/** Runs the console until it is stopped. Resolves to the exit code. */
export async function consoleCommand(
  options: ConsoleOptions,
  { show, terminal, stop }: ConsoleContext,
): Promise<number> {
  stop.addEventListener('abort', () => terminal.out('Stopping.\n'), { once: true });
  try {
    await show(options, {
      signal: stop,
      onReady({ url, metrics }) {
        const more = metrics === undefined ? '' : ` Health and metrics are at ${metrics}.`;
        terminal.out(`The console is ready at ${url}.${more}\n`);
      },
    });
    return 0;
  } catch (error) {
    const { bindAddress: host, securePort: port, metrics } = options;
    const page = { host, port, hostFlag: '--bind-address', portFlag: '--secure-port' };
    terminal.err(`error: ${failureText(error, page, ...endpoint('--metrics-bind-address', metrics))}\n`);
    return 1;
  }
}
