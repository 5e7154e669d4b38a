import { FLAGS, type FlagValues } from '@pilothouse/apiserver/options/flags.js';
import { resolveOptions } from '@pilothouse/apiserver/options/server-options.js';
import { VERSION } from '@pilothouse/apiserver/version.js';
import { resolveControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import { CONTROLLER_FLAGS, MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import { resolveManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command-context.js';
import { controllerManager } from './commands/controller-manager.js';
import { up, type UpOptions } from './commands/up.js';
import { addFlagCommand, USAGE_ERROR, type FlagCommand, type Resolved } from './flag-command.js';

/** Runs the command that the arguments (without node and script) make. Resolves to the exit code; 2 for wrong usage. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const { start, terminal, elapsed } = context;
  let exitCode = 0;
  const program = new Command('pilothouse')
    .description('A cluster control API that speaks the Kubernetes resource model.')
    .version(VERSION, '--version', 'print the version')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();

  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`pilothouse ${VERSION}\n`));

  const add = <const Table extends FlagTable, Options>(command: FlagCommand<Table, Options>): void =>
    addFlagCommand(program, command, context, (code) => {
      exitCode = code;
    });
  const serve = (options: UpOptions, stop: AbortSignal): Promise<number> =>
    up(options, { start, terminal, elapsed, stop });
  add({
    name: 'up',
    description: 'run a control plane in this process, until Ctrl-C',
    table: [...FLAGS, ...CONTROLLER_FLAGS],
    resolve({ values, given }) {
      const [server, controllers] = [resolveServer(values, given), resolveControllerOptions(values)];
      if (server.ok && controllers.ok) {
        return { ok: true, options: { ...server.options, controllers: controllers.options } };
      }
      return { ok: false, problems: [server, controllers].flatMap((each) => (each.ok ? [] : each.problems)) };
    },
    run: serve,
  });
  add({
    name: 'apiserver',
    description: 'run an API server without controllers, until Ctrl-C',
    table: FLAGS,
    resolve: ({ values, given }) => resolveServer(values, given),
    run: serve,
  });
  add({
    name: 'controller-manager',
    description: 'run the controllers of an API server elsewhere, until Ctrl-C',
    table: MANAGER_FLAGS,
    resolve: ({ values }) => resolveManagerOptions(values),
    run: (options, stop) => controllerManager(options, { ...context, stop }),
  });

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE_ERROR;
  }
}

function resolveServer(values: FlagValues, given: ReadonlySet<string>): Resolved<UpOptions> {
  const resolved = resolveOptions(values, given);
  if (!resolved.ok) return resolved;
  return { ok: true, options: { server: resolved.options, kubeconfigOut: resolved.kubeconfigOut } };
}
