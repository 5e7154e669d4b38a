import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import { failureText, type Listening } from '../failure.js';
import type { ManagerRunner } from '../runner.js';
import type { Terminal } from '../terminal.js';

export interface ControllerManagerContext {
  readonly manage: ManagerRunner;
  readonly terminal: Terminal;
  /** Aborted to stop the controller manager. */
  readonly stop: AbortSignal;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
}

/** Runs a controller manager until it is stopped, or has lost its lease. Resolves to the exit code. */
export async function controllerManager(options: ManagerOptions, context: ControllerManagerContext): Promise<number> {
  const { manage, terminal, stop, exit } = context;
  stop.addEventListener('abort', () => terminal.out('Stopping.\n'), { once: true });
  try {
    const end = await manage(options, {
      signal: stop,
      onReady: ({ server, metrics }) => {
        const where = metrics === undefined ? '' : ` Health and metrics are at ${metrics}.`;
        terminal.out(`The controller manager is connected to ${server}.${where}\n`);
      },
      onLeader: (leader) => terminal.out(leader === '' ? 'There is no leader.\n' : `The leader is ${leader}.\n`),
    });
    if (end === 'stopped') return 0;
    terminal.err('error: the lease was not renewed in time; another controller manager may be the leader now\n');
    // Work in flight must not continue.
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
