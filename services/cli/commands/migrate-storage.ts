import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { Counts } from '@pilothouse/controllers/storage-version-migrator/rewrite.js';
import type { FlagCommand } from '../flag-command.js';
import { createProgress, type Progress, type ProgressContext } from '../progress.js';
import type { Terminal } from '../terminal.js';
import type { MigrationEvent } from './migrate-storage-run.js';

export const MIGRATE_FLAGS = [
  {
    name: 'data-dir',
    type: 'directory',
    default: '.pilothouse',
    group: 'API server',
    help: 'Data directory of the server.',
  },
  {
    name: 'kubeconfig',
    type: 'path',
    defaultText: 'kubeconfig in the data directory',
    group: 'API server',
    help: 'Kubeconfig for the server, of a user who may list and patch the migrated resources.',
  },
  {
    name: 'context',
    type: 'text',
    defaultText: 'its current context',
    group: 'API server',
    help: 'Context of the kubeconfig.',
  },
  {
    name: 'resources',
    type: 'list',
    defaultText: 'all',
    group: 'Storage',
    help: 'Resources to migrate, such as secrets or leases.coordination.k8s.io.',
  },
  {
    name: 'page-size',
    type: 'count',
    default: '500',
    group: 'Storage',
    help: 'Number of objects in a page.',
  },
  {
    name: 'cursor-file',
    type: 'path',
    default: 'migrate-storage.json',
    group: 'Storage',
    help: 'File with the progress, so that a stopped migration can resume. It is removed at the end.',
  },
  {
    name: 'dry-run',
    type: 'boolean',
    default: 'false',
    group: 'Storage',
    help: 'Send all writes as dry runs: the server validates them and stores nothing.',
  },
  OUTPUT_FLAG,
] as const satisfies FlagTable;

interface MigrateOptions {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly resources: readonly string[];
  readonly pageSize: number;
  readonly cursorFile: string;
  readonly dryRun: boolean;
  readonly output: 'text' | 'json';
}

/** `pilothouse migrate-storage`: rewrites objects that are stored in a former version in the storage version. */
export function migrateStorageCommand(context: ProgressContext): FlagCommand<typeof MIGRATE_FLAGS, MigrateOptions> {
  return {
    name: 'migrate-storage',
    description: 'rewrite all objects that are stored in a former version',
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
        output: values.output,
      };
      return { ok: true, options };
    },
    run: (options, stop) => run(options, context, stop),
  };
}

async function run(
  options: MigrateOptions,
  { terminal, elapsed }: ProgressContext,
  signal: AbortSignal,
): Promise<number> {
  const [{ migrateStorage }, { cursorFile }, { readConnection }, { createClient }, { httpsTransport }] =
    await Promise.all([
      import('./migrate-storage-run.js'),
      import('./migrate-storage-cursor.js'),
      import('./kubeconfig-server.js'),
      import('@pilothouse/client/client.js'),
      import('@pilothouse/client/https-transport.js'),
    ]);
  const { kubeconfig: from, context, cursorFile: path } = options;
  const progress = createProgress(terminal, elapsed);
  const report = reporter(options, terminal, progress);
  try {
    const connection = await readConnection({ from, ...(context !== undefined && { context }) }, '--kubeconfig');
    const client = createClient({ transport: httpsTransport(connection), userAgent: 'pilothouse-migrate-storage' });
    try {
      const counts = await migrateStorage({
        ...options,
        client,
        server: connection.url,
        cursor: cursorFile(path),
        onProgress: report.onEvent,
        signal,
      }).catch((error: unknown) => {
        throw isConnectionError(error) ? unreachable(connection.url, error) : error;
      });
      progress.end();
      report.onDone(counts);
      return counts.failed === 0 ? 0 : 1;
    } finally {
      await client.close();
    }
  } catch (error) {
    progress.end();
    const text = errorMessage(error);
    terminal.err(signal.aborted ? 'Stopped. The same command continues from there.\n' : `error: ${text}\n`);
    return 1;
  }
}

/** Whether the system failed to resolve or to connect to the server. */
function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

function unreachable(url: string, cause: Error): Error {
  const advice = 'start it and repeat the command, or name another kubeconfig with --kubeconfig';
  return new Error(`the API server at ${url} cannot be reached (${cause.message}); ${advice}`, { cause });
}

/** Both stores compact states that are five minutes old, every five minutes. */
const FORMER_VALUES =
  'Former values stay in the files of the store for about ten minutes, and in those of etcd until it is defragmented after that.\n';

interface Reporter {
  readonly onEvent: (event: MigrationEvent) => void;
  readonly onDone: (counts: Counts) => void;
}

type Failure = Omit<Extract<MigrationEvent, { type: 'failed' }>, 'type'>;

/** Prints lines as resources are done, or JSON at the end. */
function reporter({ dryRun, output }: MigrateOptions, { out, err }: Terminal, progress: Progress): Reporter {
  const print = output === 'json' ? () => undefined : out;
  const resources: (Counts & { readonly resource: string })[] = [];
  const failures: Failure[] = [];
  return {
    onEvent(event) {
      switch (event.type) {
        case 'resumed':
          return print(`Resuming a migration: ${event.finished} resources are finished.\n`);
        case 'page': {
          const { rewritten, current, gone, failed } = event.counts;
          const done = rewritten + current + gone + failed;
          const total = event.remaining === undefined ? undefined : done + event.remaining;
          return progress.report({ label: event.resource, done, total });
        }
        case 'failed': {
          const { resource, object, message } = event;
          failures.push({ resource, object, message });
          return err(`error: ${resource} ${object}: ${message}\n`);
        }
        case 'done':
          resources.push({ resource: event.resource, ...event.counts });
          return print(`${event.resource}: ${countsText(event.counts, dryRun)}.\n`);
      }
    },
    onDone(counts) {
      print(`Done: ${countsText(counts, dryRun)}.\n`);
      if (!dryRun && counts.rewritten > 0) print(FORMER_VALUES);
      if (output === 'json') {
        const counted = resources.map(({ resource, ...each }) => ({ resource, ...reported(each, dryRun) }));
        const result = { dryRun, ...reported(counts, dryRun), resources: counted, failures };
        out(`${JSON.stringify(result, undefined, 2)}\n`);
      }
    },
  };
}

/** The answer to a dry run does not tell whether a write would change the stored bytes. */
function reported({ rewritten, current, ...others }: Counts, dryRun: boolean): Readonly<Record<string, number>> {
  return dryRun ? { writable: rewritten + current, ...others } : { rewritten, current, ...others };
}

function countsText({ rewritten, current, gone, failed }: Counts, dryRun: boolean): string {
  const parts = [
    ...(dryRun ? [`${rewritten + current} can be written`] : [`${rewritten} rewritten`, `${current} up to date`]),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(', ');
}
