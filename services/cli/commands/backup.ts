import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { StoreSummary } from '@pilothouse/storage/embedded/backup.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

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
] as const satisfies FlagTable;

const RESTORE_FLAGS = [
  { name: 'from', type: 'directory', group: 'Storage', help: 'Directory created by `pilothouse backup`. Required.' },
  { ...DATA_DIRECTORY, help: 'Data directory to create. It must be empty or missing.' },
] as const satisfies FlagTable;

interface Paths {
  readonly from: string;
  readonly to: string;
}

/** `pilothouse backup`: copies the embedded store with its keys and certificates while the server may run. */
export function backupCommand(terminal: Terminal): FlagCommand<typeof BACKUP_FLAGS, Paths> {
  return {
    name: 'backup',
    description: 'copy the embedded store, keys and certificates of a server, which may be running',
    table: BACKUP_FLAGS,
    examples: ['pilothouse backup --data-dir /var/lib/pilothouse --to /backup/today'],
    resolve({ values: { 'data-dir': from, to } }) {
      if (to === undefined) return { ok: false, problems: ['--to is required'] };
      return { ok: true, options: { from, to } };
    },
    run: ({ from, to }) =>
      report(terminal, async () => {
        const { backUp } = await import('@pilothouse/storage/embedded/backup.js');
        return `Wrote ${to}: ${summaryText(await backUp({ dataDirectory: from, to }))}.`;
      }),
  };
}

/** `pilothouse restore`: creates a data directory from a backup. */
export function restoreCommand(terminal: Terminal): FlagCommand<typeof RESTORE_FLAGS, Paths> {
  return {
    name: 'restore',
    description: 'create a data directory from a backup',
    table: RESTORE_FLAGS,
    examples: ['pilothouse restore --from /backup/today --data-dir /var/lib/pilothouse'],
    resolve({ values: { 'data-dir': to, from } }) {
      if (from === undefined) return { ok: false, problems: ['--from is required'] };
      return { ok: true, options: { from, to } };
    },
    run: ({ from, to }) =>
      report(terminal, async () => {
        const { restore } = await import('@pilothouse/storage/embedded/backup.js');
        const summary = await restore({ from, dataDirectory: to });
        return `Restored ${to}: ${summaryText(summary)}.`;
      }),
  };
}

function summaryText({ objects, revision }: StoreSummary): string {
  return `${objects} objects, revision ${revision}`;
}

/** Runs the work and prints its result. Resolves to the exit code. */
async function report({ out, err }: Terminal, work: () => Promise<string>): Promise<number> {
  try {
    out(`${await work()}\n`);
    return 0;
  } catch (error) {
    err(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}
