import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';
import type { Counts, MigrationEvent } from './migrate-storage-run.js';

export const MIGRATE_FLAGS = [
  {
    name: 'data-dir',
    type: 'path',
    default: '.pilothouse',
    group: 'API server',
    help: 'The data directory of the server.',
  },
  {
    name: 'kubeconfig',
    type: 'path',
    defaultText: 'kubeconfig in the data directory',
    group: 'API server',
    help: 'The kubeconfig that says where the server is, and as whom to act: who may list and patch what is migrated.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current one',
    group: 'API server',
    help: 'The context of that kubeconfig.',
  },
  {
    name: 'resources',
    type: 'list',
    defaultText: 'all',
    group: 'Storage',
    help: 'The resources to migrate, such as secrets or leases.coordination.k8s.io.',
  },
  {
    name: 'page-size',
    type: 'count',
    default: '500',
    group: 'Storage',
    help: 'How many objects are read at once.',
  },
  {
    name: 'cursor-file',
    type: 'path',
    default: 'migrate-storage.json',
    group: 'Storage',
    help: 'Where progress is kept, so that a migration that was ended goes on. It is removed at the end.',
  },
  {
    name: 'dry-run',
    type: 'boolean',
    default: 'false',
    group: 'Storage',
    help: 'Have the server check every write, and store nothing.',
  },
] as const satisfies FlagTable;

interface MigrateOptions {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly resources: readonly string[];
  readonly pageSize: number;
  readonly cursorFile: string;
  readonly dryRun: boolean;
}

/** `pilothouse migrate-storage`: what is kept in a former storage version is written in the present one. */
export function migrateStorageCommand(terminal: Terminal): FlagCommand<typeof MIGRATE_FLAGS, MigrateOptions> {
  return {
    name: 'migrate-storage',
    description: 'write every object anew that is stored in a former version',
    table: MIGRATE_FLAGS,
    examples: [
      'pilothouse migrate-storage --dry-run',
      'pilothouse migrate-storage --resources csistoragecapacities.storage.k8s.io',
    ],
    resolve({ values }) {
      const { context, resources = [], 'page-size': pageSize } = values;
      if (pageSize === 0) return { ok: false, problems: ['--page-size must be at least 1'] };
      const options = {
        kubeconfig: values.kubeconfig ?? join(values['data-dir'], 'kubeconfig'),
        ...(context !== undefined && { context }),
        resources,
        pageSize,
        cursorFile: values['cursor-file'],
        dryRun: values['dry-run'],
      };
      return { ok: true, options };
    },
    run: (options, stop) => run(options, terminal, stop),
  };
}

async function run(options: MigrateOptions, terminal: Terminal, signal: AbortSignal): Promise<number> {
  const [{ migrateStorage }, { cursorFile }, { readConnection }, { createClient }, { httpsTransport }] =
    await Promise.all([
      import('./migrate-storage-run.js'),
      import('./migrate-storage-cursor.js'),
      import('./kubeconfig-server.js'),
      import('@pilothouse/client/client.js'),
      import('@pilothouse/client/https-transport.js'),
    ]);
  const { kubeconfig: from, context, dryRun, cursorFile: path } = options;
  try {
    const connection = await readConnection({ from, ...(context !== undefined && { context }) }, '--kubeconfig');
    const client = createClient({ transport: httpsTransport(connection), userAgent: 'pilothouse-migrate-storage' });
    try {
      const counts = await migrateStorage({
        ...options,
        client,
        server: connection.url,
        cursor: cursorFile(path),
        onProgress: (event) => tell(event, dryRun, terminal),
        signal,
      }).catch((error: unknown) => {
        throw isConnectionError(error) ? unreachable(connection.url, error) : error;
      });
      terminal.out(`Done: ${countsText(counts, dryRun)}.\n`);
      return counts.failed === 0 ? 0 : 1;
    } finally {
      await client.close();
    }
  } catch (error) {
    const text = errorMessage(error);
    terminal.err(signal.aborted ? 'Stopped. The same command goes on from there.\n' : `error: ${text}\n`);
    return 1;
  }
}

/** Whether the system has failed to look up or to connect to a server. */
function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

function unreachable(url: string, cause: Error): Error {
  const advice = 'start it and repeat the command, or name another kubeconfig with --kubeconfig';
  return new Error(`the API server at ${url} cannot be reached (${cause.message}); ${advice}`, { cause });
}

function tell(event: MigrationEvent, dryRun: boolean, { out, err }: Terminal): void {
  switch (event.type) {
    case 'resumed':
      return out(`Going on with a migration that has ${event.finished} resources behind it.\n`);
    case 'page':
      return event.remaining === undefined ? undefined : out(`${event.resource}: ${event.remaining} left.\n`);
    case 'failed':
      return err(`error: ${event.resource} ${event.object}: ${event.message}\n`);
    case 'done':
      return out(`${event.resource}: ${countsText(event.counts, dryRun)}.\n`);
  }
}

function countsText({ rewritten, current, gone, failed }: Counts, dryRun: boolean): string {
  const parts = [
    ...(dryRun ? [`${rewritten + current} can be written`] : [`${rewritten} rewritten`, `${current} up to date`]),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(', ');
}
