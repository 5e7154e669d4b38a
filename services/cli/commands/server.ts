import type { FlagValues } from '@pilothouse/apiserver/options/flags.js';
import { resolveOptions } from '@pilothouse/apiserver/options/server-options.js';
import { resolveControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import type { ValuesOf } from '@pilothouse/flags/definition.js';
import type { CommandContext } from '../command-context.js';
import { argumentsOf, type FlagCommand, type GivenTexts, type Resolved } from '../flag-command.js';
import { PROGRAM_NAMES, type Programs } from '../kubernetes-programs/programs.js';
import { SERVER_FLAGS, UP_FLAGS } from '../options/flags.js';
import { usualWorkers } from '../workers/count.js';
import { up, type UpOptions } from './up.js';

/** `pilothouse up`: a server with its controllers. */
export function upCommand(context: CommandContext): FlagCommand<typeof UP_FLAGS, UpOptions> {
  return {
    name: 'up',
    description: 'run a control plane in this process, until Ctrl-C',
    table: UP_FLAGS,
    examples: [
      'pilothouse up --ephemeral',
      'pilothouse up --data-dir=/var/lib/pilothouse --console',
      'pilothouse up --config=server.yaml',
    ],
    resolve({ values, given, texts }) {
      const [server, controllers] = [resolveServer('up', { values, given, texts }), resolveControllerOptions(values)];
      if (server.ok && controllers.ok) {
        const { crds = [] } = values;
        const console = values.console ? { consolePort: values['console-port'] } : {};
        const programs = programsOf(values);
        return {
          ...server,
          options: { ...server.options, ...console, controllers: controllers.options, crds, programs },
        };
      }
      return { ok: false, problems: [server, controllers].flatMap((each) => (each.ok ? [] : each.problems)) };
    },
    run: (options, stop) => serve(options, stop, context),
  };
}

/** `pilothouse apiserver`: a server without controllers. */
export function apiserverCommand(context: CommandContext): FlagCommand<typeof SERVER_FLAGS, UpOptions> {
  return {
    name: 'apiserver',
    description: 'run an API server without controllers, until Ctrl-C',
    table: SERVER_FLAGS,
    examples: ['pilothouse apiserver --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0'],
    resolve: (given) => resolveServer('apiserver', given, usualWorkers()),
    run: (options, stop) => serve(options, stop, context),
  };
}

function serve(options: UpOptions, stop: AbortSignal, context: CommandContext): Promise<number> {
  return context.work === undefined ? up(options, { ...context, stop }) : context.work(options, stop);
}

function programsOf(values: ValuesOf<typeof UP_FLAGS>): Programs {
  return Object.fromEntries(
    PROGRAM_NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

interface ServerFlags {
  readonly values: FlagValues;
  readonly given: ReadonlySet<string>;
  readonly texts: GivenTexts;
}

/** `usual`: the default number of workers on etcd. */
function resolveServer(name: string, { values, given, texts }: ServerFlags, usual = 1): Resolved<UpOptions> {
  const resolved = resolveOptions(values, given);
  if (!resolved.ok) return resolved;
  const { options: server, kubeconfigOut, warnings = [] } = resolved;
  const workers = values.workers ?? (server.storage.type === 'etcd' ? usual : 1);
  const args = argumentsOf(name, texts);
  return { ok: true, options: { server: { ...server, flags: values }, kubeconfigOut, workers, args }, warnings };
}
