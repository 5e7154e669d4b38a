import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { StoreSummary } from '@pilothouse/storage/embedded/backup.js';
import type { OnProgress, StoreProgress } from '@pilothouse/storage/embedded/progress.js';
import type { FlagCommand } from '../flag-command.js';
import { createProgress, type ProgressContext } from '../progress.js';

const DATA_DIRECTORY = {
  name: 'data-dir',
  type: 'directory',
  default: '.pilothouse',
  group: 'Storage',
} as const;

const BACKUP_FLAGS = [
  { ...DATA_DIRECTORY, help: 'Data directory of the server, which may be running.' },
  {
    name: 'to',
    type: 'directory',
    group: 'Storage',
    help: 'Directory to create. It contains keys and is accessible to its owner only. Required.',
  },
  OUTPUT_FLAG,
] as const satisfies FlagTable;

const RESTORE_FLAGS = [
  { name: 'from', type: 'directory', group: 'Storage', help: 'Directory created by `pilothouse backup`. Required.' },
  { ...DATA_DIRECTORY, help: 'Data directory to create. It must be empty or missing.' },
  OUTPUT_FLAG,
] as const satisfies FlagTable;

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly output: 'text' | 'json';
}

/** `pilothouse backup`: copies the embedded store with its keys and certificates while the server may run. */
export function backupCommand(context: ProgressContext): FlagCommand<typeof BACKUP_FLAGS, CopyOptions> {
  return {
    name: 'backup',
    description: 'copy the embedded store, keys and certificates of a server, which may be running',
    table: BACKUP_FLAGS,
    examples: ['pilothouse backup --data-dir /var/lib/pilothouse --to /backup/today'],
    resolve({ values: { 'data-dir': from, to, output } }) {
      if (to === undefined) return { ok: false, problems: ['--to is required'] };
      return { ok: true, options: { from, to, output } };
    },
    run: (options, stop) =>
      copy('Wrote', options, { ...context, stop }, async (onProgress) => {
        const { backUp } = await import('@pilothouse/storage/embedded/backup.js');
        return backUp({ dataDirectory: options.from, to: options.to, onProgress });
      }),
  };
}

/** `pilothouse restore`: creates a data directory from a backup. */
export function restoreCommand(context: ProgressContext): FlagCommand<typeof RESTORE_FLAGS, CopyOptions> {
  return {
    name: 'restore',
    description: 'create a data directory from a backup',
    table: RESTORE_FLAGS,
    examples: ['pilothouse restore --from /backup/today --data-dir /var/lib/pilothouse'],
    resolve({ values: { 'data-dir': to, from, output } }) {
      if (from === undefined) return { ok: false, problems: ['--from is required'] };
      return { ok: true, options: { from, to, output } };
    },
    run: (options, stop) =>
      copy('Restored', options, { ...context, stop }, async (onProgress) => {
        const { restore } = await import('@pilothouse/storage/embedded/backup.js');
        return restore({ from: options.from, dataDirectory: options.to, onProgress });
      }),
  };
}

const LABELS: Readonly<Record<StoreProgress['step'], string>> = {
  read: 'Reading the store',
  write: 'Writing the copy',
  check: 'Checking the copy',
};

/** Copies a store and prints the result. Resolves to the exit code. */
async function copy(
  done: string,
  { to, output }: CopyOptions,
  { terminal, elapsed, stop }: ProgressContext & { readonly stop: AbortSignal },
  work: (onProgress: OnProgress) => Promise<StoreSummary>,
): Promise<number> {
  const progress = createProgress(terminal, elapsed);
  try {
    const { objects, revision } = await work(({ step, done: part, total }) => {
      stop.throwIfAborted();
      progress.report({ label: LABELS[step], done: part, total });
    });
    progress.end();
    terminal.out(
      output === 'json'
        ? `${JSON.stringify({ directory: to, objects, revision }, undefined, 2)}\n`
        : `${done} ${to}: ${objects} objects, revision ${revision}.\n`,
    );
    return 0;
  } catch (error) {
    progress.end();
    terminal.err(stop.aborted ? `Stopped. ${to} was not created.\n` : `error: ${errorMessage(error)}\n`);
    return 1;
  }
}
