import { EventEmitter } from 'node:events';
import type { ServerOptions } from '@pilothouse/apiserver/options/server-options.js';
import type { ManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { CommandContext } from './command-context.js';
import { runCommandLine } from './command-line.js';

/** What a command has printed, and the options of what it has started. */
export interface TestedCommand {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly options: ServerOptions | undefined;
  readonly controllers: readonly string[] | undefined;
  readonly manager: ManagerOptions | undefined;
}

/** Runs commands. A server that one starts fails at once. `columns`: the width of the terminal. */
export function commandTester(own: Partial<CommandContext> & { readonly columns?: number | undefined } = {}) {
  return async (...args: readonly string[]): Promise<TestedCommand> => {
    let out = '';
    let err = '';
    let options: ServerOptions | undefined;
    let controllers: readonly string[] | undefined;
    let manager: ManagerOptions | undefined;
    const code = await runCommandLine(args, {
      start: async (given) => {
        options = given.server;
        controllers = given.controllers && [...given.controllers.controllers];
        throw new Error('started');
      },
      manage: async (given) => {
        manager = given;
        return 'stopped';
      },
      review: async () => undefined,
      show: async () => undefined,
      showBeside: () => Promise.reject(new Error('started')),
      admit: async () => undefined,
      terminal: { out: (text) => (out += text), err: (text) => (err += text), columns: () => own.columns },
      signals: new EventEmitter(),
      elapsed: () => 0,
      exit: () => undefined,
      ...own,
    });
    return { code, out, err, options, controllers, manager };
  };
}
