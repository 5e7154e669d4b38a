import { text } from 'node:stream/consumers';
import { addAbortSignal } from 'node:stream';
import { ADMISSION_SERVICE_FLAGS } from '@pilothouse/admission-service/options/flags.js';
import { resolveServiceOptions as resolveAdmissionOptions } from '@pilothouse/admission-service/options/service-options.js';
import { resolveConsoleOptions } from '@pilothouse/console/options/console-options.js';
import { CONSOLE_FLAGS } from '@pilothouse/console/options/flags.js';
import { MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import { resolveManagerOptions } from '@pilothouse/controllers/options/manager-options.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { TOKEN_REVIEW_FLAGS } from '@pilothouse/token-review/options/flags.js';
import { resolveServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import type { CommandContext } from './command-context.js';
import { commandGroup, type CommandNode } from './command-node.js';
import { admission } from './commands/admission.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { certificatesCommand } from './commands/certificates.js';
import { completionCommand } from './commands/completion.js';
import { configCommand } from './commands/config.js';
import { consoleCommand } from './commands/console.js';
import { controllerManager } from './commands/controller-manager.js';
import { doctorCommand } from './commands/doctor.js';
import { kubeconfigServiceAccount, kubeconfigToken, kubeconfigUser } from './commands/kubeconfig.js';
import { loginCommand, logoutCommand } from './commands/login.js';
import { migrateStorageCommand } from './commands/migrate-storage.js';
import { apiserverCommand, upCommand } from './commands/server.js';
import { tokenReview } from './commands/token-review.js';
import { usersAdd, usersList, usersRemove, usersRotate } from './commands/token-review-users.js';
import { versionCommand } from './commands/version.js';
import { flagCommand, type FlagCommand } from './flag-command.js';
import { withAbout } from './about.js';

/** All commands, in the order of `--help`. */
export function allCommands(context: CommandContext): readonly CommandNode[] {
  const { terminal, elapsed } = context;
  const now = () => new Date();
  const kubeconfig = { terminal, now, input: (signal: AbortSignal) => text(addAbortSignal(signal, process.stdin)) };
  const programs = allPrograms(context);
  const commands: readonly CommandNode[] = [
    ...programs.map(({ start }) => start),
    flagCommand(doctorCommand({ terminal, elapsed, now })),
    flagCommand(migrateStorageCommand({ terminal, elapsed })),
    flagCommand(backupCommand({ terminal, elapsed })),
    flagCommand(restoreCommand({ terminal, elapsed })),
    flagCommand(certificatesCommand({ terminal, now, environment: process.env })),
    flagCommand(loginCommand({ terminal, environment: process.env })),
    flagCommand(logoutCommand({ terminal, environment: process.env })),
    commandGroup('kubeconfig', 'write a kubeconfig for a user or service account', [
      flagCommand(kubeconfigUser(kubeconfig)),
      flagCommand(kubeconfigToken(kubeconfig)),
      flagCommand(kubeconfigServiceAccount(kubeconfig)),
    ]),
    commandGroup(
      'config',
      'print the effective flags of a program, and check them',
      programs.map(({ config }) => config),
    ),
    flagCommand(completionCommand(terminal, () => commands)),
    flagCommand(versionCommand(terminal)),
  ];
  return commands;
}

/** A command that runs until it is stopped, and the one that prints its flags. */
interface Program {
  readonly start: CommandNode;
  readonly config: CommandNode;
}

function allPrograms(context: CommandContext): readonly Program[] {
  const { terminal } = context;
  const program = <const Table extends FlagTable, Options>(
    command: FlagCommand<Table, Options>,
    children?: readonly CommandNode[],
  ): Program => ({
    start: flagCommand(command, children),
    config: flagCommand(configCommand(command, terminal)),
  });
  const users = { terminal, now: () => new Date() };
  return [
    program(upCommand(context)),
    program(apiserverCommand(context)),
    program({
      name: 'controller-manager',
      description: 'run the controllers for a separate API server, until Ctrl-C',
      table: MANAGER_FLAGS,
      examples: ['pilothouse controller-manager --kubeconfig=manager.kubeconfig'],
      resolve: ({ values }) => withAbout('kube-controller-manager', resolveManagerOptions(values), values),
      run: (options, stop) => controllerManager(options, { ...context, stop }),
    }),
    program(
      {
        name: 'token-review',
        description: 'run the service that reviews bearer tokens, until Ctrl-C',
        table: TOKEN_REVIEW_FLAGS,
        examples: [
          'pilothouse token-review --users-file=users.json --tls-cert-file=tls.crt --tls-private-key-file=tls.key',
        ],
        resolve: ({ values }) => withAbout('token-review', resolveServiceOptions(values), values),
        run: (options, stop) => tokenReview(options, { ...context, stop }),
      },
      [
        commandGroup('users', 'manage the users file of the service', [
          flagCommand(usersAdd(users)),
          flagCommand(usersRotate(users)),
          flagCommand(usersRemove(users)),
          flagCommand(usersList(users)),
        ]),
      ],
    ),
    program({
      name: 'admission',
      description: 'run the service of admission plugins, until Ctrl-C',
      table: ADMISSION_SERVICE_FLAGS,
      examples: [
        'pilothouse admission --tls-cert-file=tls.crt --tls-private-key-file=tls.key --client-ca-file=ca.crt \\\n    --kubeconfig=admission.kubeconfig',
      ],
      resolve: ({ values }) => withAbout('admission', resolveAdmissionOptions(values), values),
      run: (options, stop) => admission(options, { ...context, stop }),
    }),
    program({
      name: 'console',
      description: 'run the console, a page that shows an API server, until Ctrl-C',
      table: CONSOLE_FLAGS,
      examples: ['pilothouse console --server=https://127.0.0.1:6443 --certificate-authority=ca.crt'],
      resolve: ({ values }) => withAbout('console', resolveConsoleOptions(values), values),
      run: (options, stop) => consoleCommand(options, { ...context, stop }),
    }),
  ];
}
