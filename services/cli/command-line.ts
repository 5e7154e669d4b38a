import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import { ADMISSION_SERVICE_FLAGS } from '@pilothouse/admission-service/options/flags.js';
import { resolveServiceOptions as resolveAdmissionOptions } from '@pilothouse/admission-service/options/service-options.js';
import type { FlagValues } from '@pilothouse/apiserver/options/flags.js';
import { resolveOptions } from '@pilothouse/apiserver/options/server-options.js';
import { resolveConsoleOptions } from '@pilothouse/console/options/console-options.js';
import { CONSOLE_FLAGS } from '@pilothouse/console/options/flags.js';
import { resolveControllerOptions } from '@pilothouse/controllers/options/controller-options.js';
import { MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import { resolveManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import { API_RELEASE } from '@pilothouse/kinds/definition/releases.js';
import type { ShownFlags } from '@pilothouse/runtime/component-pages/pages.js';
import type { AboutProgram } from '@pilothouse/runtime/metrics/server.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { TOKEN_REVIEW_FLAGS } from '@pilothouse/token-review/options/flags.js';
import { resolveServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command-context.js';
import { admission } from './commands/admission.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { certificatesCommand } from './commands/certificates.js';
import { consoleCommand } from './commands/console.js';
import { controllerManager } from './commands/controller-manager.js';
import { kubeconfigServiceAccount, kubeconfigToken, kubeconfigUser } from './commands/kubeconfig.js';
import { doctorCommand } from './commands/doctor.js';
import { loginCommand, logoutCommand } from './commands/login.js';
import { migrateStorageCommand } from './commands/migrate-storage.js';
import { usersAdd, usersList, usersRemove, usersRotate } from './commands/token-review-users.js';
import { tokenReview } from './commands/token-review.js';
import { up, type UpOptions } from './commands/up.js';
import { helpWidth } from './help-layout.js';
import { addFlagCommand, USAGE_ERROR, type FlagCommand, type Resolved } from './flag-command.js';
import { PROGRAM_NAMES, type Programs } from './kubernetes-programs/programs.js';
import { SERVER_FLAGS, UP_FLAGS } from './options/flags.js';
import { usualWorkers } from './workers/count.js';

/** Runs the command of these arguments (without node and script). Resolves to the exit code; 2 for wrong usage. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const { terminal } = context;
  let exitCode = 0;
  const program = new Command('pilothouse')
    .description('A Kubernetes-compatible API server and control plane.')
    .version(VERSION, '--version', 'print the version')
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => helpWidth(terminal.columns?.()),
    })
    .exitOverride();

  program
    .command('version')
    .description('print the version')
    .action(() => terminal.out(`pilothouse ${VERSION}\n`));

  const adderTo =
    (parent: Command) =>
    <const Table extends FlagTable, Options>(command: FlagCommand<Table, Options>): Command =>
      addFlagCommand(parent, command, context, (code) => {
        exitCode = code;
      });
  const add = adderTo(program);
  const serve = (options: UpOptions, stop: AbortSignal): Promise<number> =>
    context.work === undefined ? up(options, { ...context, stop }) : context.work(options, stop);
  add({
    name: 'up',
    description: 'run a control plane in this process, until Ctrl-C',
    table: UP_FLAGS,
    resolve({ values, given }) {
      const [server, controllers] = [resolveServer(values, given), resolveControllerOptions(values)];
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
    run: serve,
  });
  add({
    name: 'apiserver',
    description: 'run an API server without controllers, until Ctrl-C',
    table: SERVER_FLAGS,
    resolve: ({ values, given }) => resolveServer(values, given, usualWorkers()),
    run: serve,
  });
  add({
    name: 'controller-manager',
    description: 'run the controllers for a separate API server, until Ctrl-C',
    table: MANAGER_FLAGS,
    resolve: ({ values }) => withAbout('kube-controller-manager', resolveManagerOptions(values), values),
    run: (options, stop) => controllerManager(options, { ...context, stop }),
  });

  const service = add({
    name: 'token-review',
    description: 'run the service that reviews bearer tokens, until Ctrl-C',
    table: TOKEN_REVIEW_FLAGS,
    resolve: ({ values }) => withAbout('token-review', resolveServiceOptions(values), values),
    run: (options, stop) => tokenReview(options, { ...context, stop }),
  });
  add({
    name: 'admission',
    description: 'run the service of admission plugins, until Ctrl-C',
    table: ADMISSION_SERVICE_FLAGS,
    resolve: ({ values }) => withAbout('admission', resolveAdmissionOptions(values), values),
    run: (options, stop) => admission(options, { ...context, stop }),
  });
  add({
    name: 'console',
    description: 'run the console, a page that shows an API server, until Ctrl-C',
    table: CONSOLE_FLAGS,
    resolve: ({ values }) => withAbout('console', resolveConsoleOptions(values), values),
    run: (options, stop) => consoleCommand(options, { ...context, stop }),
  });
  // Flags after `users` belong to its subcommands.
  program.enablePositionalOptions();
  service.enablePositionalOptions();
  const addUsers = adderTo(service.command('users').description('manage the users file of the service'));
  const usersContext = { terminal, now: () => new Date() };
  addUsers(usersAdd(usersContext));
  addUsers(usersRotate(usersContext));
  addUsers(usersRemove(usersContext));
  addUsers(usersList(usersContext));

  add(doctorCommand({ terminal, now: () => new Date() }));
  add(migrateStorageCommand(terminal));
  add(backupCommand(terminal));
  add(restoreCommand(terminal));
  add(certificatesCommand({ terminal, now: () => new Date(), environment: process.env }));

  add(loginCommand({ terminal, environment: process.env }));
  add(logoutCommand({ terminal, environment: process.env }));

  const addKubeconfig = adderTo(
    program.command('kubeconfig').description('write a kubeconfig for a user or service account'),
  );
  const kubeconfigContext = {
    terminal,
    now: () => new Date(),
    input: (signal: AbortSignal) => text(addAbortSignal(signal, process.stdin)),
  };
  addKubeconfig(kubeconfigUser(kubeconfigContext));
  addKubeconfig(kubeconfigToken(kubeconfigContext));
  addKubeconfig(kubeconfigServiceAccount(kubeconfigContext));

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : USAGE_ERROR;
  }
}

function programsOf(values: ValuesOf<typeof UP_FLAGS>): Programs {
  return Object.fromEntries(
    PROGRAM_NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

/** `usual`: the default number of workers on etcd. */
function resolveServer(values: FlagValues, given: ReadonlySet<string>, usual = 1): Resolved<UpOptions> {
  const resolved = resolveOptions(values, given);
  if (!resolved.ok) return resolved;
  const { options: server, kubeconfigOut, warnings = [] } = resolved;
  const workers = values.workers ?? (server.storage.type === 'etcd' ? usual : 1);
  return { ok: true, options: { server: { ...server, flags: values }, kubeconfigOut, workers }, warnings };
}

/** Adds what a program shows of itself at `/statusz` and `/flagz`. */
function withAbout<Options extends { readonly domain: DomainOptions; readonly about?: AboutProgram }>(
  component: string,
  resolved: Resolved<Options>,
  flags: ShownFlags,
): Resolved<Options> {
  if (!resolved.ok) return resolved;
  const group = createDomain(resolved.options.domain).group('config');
  return { ...resolved, options: { ...resolved.options, about: { component, group, release: API_RELEASE, flags } } };
}
