import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import { failureText, type Listening } from '../failure.js';
import type { ManagerRunner } from '../runner.js';
import type { Terminal } from '../terminal.js';

export interface ControllerManagerContext {
  readonly manage: ManagerRunner;
  readonly terminal: Terminal;
  /** Aborted when it is to stop. */
  readonly stop: AbortSignal;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/** Runs a controller manager until it is told to stop, or has lost its lease. Resolves to the exit code. */
export async function controllerManager(options: ManagerOptions, context: ControllerManagerContext): Promise<number> {
  const { manage, terminal, stop, exit } = context;
  stop.addEventListener('abort', () => terminal.out('Stopping.\n'), { once: true });
  try {
    const end = await manage(options, {
      signal: stop,
      onReady: ({ server, metrics }) => {
        const where = metrics === undefined ? '' : ` Health and metrics are at ${metrics}.`;
        terminal.out(`The controller manager works for ${server}.${where}\n`);
      },
      onLeader: (leader) => terminal.out(leader === '' ? 'Nobody leads.\n' : `The leader is ${leader}.\n`),
    });
    if (end === 'stopped') return 0;
    terminal.err('error: the lease could not be renewed in time, so another controller manager may lead now\n');
    // Nothing that is still under way may go on.
    exit(1);
    return 1;
  } catch (error) {
    terminal.err(`error: ${failureText(error, listening(options))}\n`);
    return 1;
  }
}

function listening({ metrics }: ManagerOptions): Listening {
  const { host = '::', port } = metrics === 'off' ? { port: 0 } : metrics;
  return { host, port, hostFlag: '--metrics-bind-address', portFlag: '--metrics-bind-address' };
}
