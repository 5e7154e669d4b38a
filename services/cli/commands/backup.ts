import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import type { StoreSummary } from '@pilothouse/storage/embedded/backup.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

const DATA_DIRECTORY = {
  name: 'data-dir',
  type: 'path',
  default: '.pilothouse',
  group: 'Storage',
} as const;

const BACKUP_FLAGS = [
  { ...DATA_DIRECTORY, help: 'The data directory of the server, which may run.' },
  {
    name: 'to',
    type: 'path',
    group: 'Storage',
    help: 'The directory to make. It has keys in it, and is for its owner alone. Required.',
  },
] as const satisfies FlagTable;

const RESTORE_FLAGS = [
  { name: 'from', type: 'path', group: 'Storage', help: 'What `pilothouse backup` has made. Required.' },
  { ...DATA_DIRECTORY, help: 'The data directory to make. It must not be there, or be empty.' },
] as const satisfies FlagTable;

interface Places {
  readonly from: string;
  readonly to: string;
}

/** `pilothouse backup`: a copy of the embedded store, and of the keys and certificates beside it, while the server runs. */
export function backupCommand(terminal: Terminal): FlagCommand<typeof BACKUP_FLAGS, Places> {
  return {
    name: 'backup',
    description: 'copy the embedded store, keys and certificates of a server, which may run',
    table: BACKUP_FLAGS,
    examples: ['pilothouse backup --data-dir /var/lib/pilothouse --to /backup/today'],
    resolve({ values: { 'data-dir': from, to } }) {
      if (to === undefined) return { ok: false, problems: ['--to is required'] };
      return { ok: true, options: { from, to } };
    },
    run: ({ from, to }) =>
      ended(terminal, async () => {
        const { backUp } = await import('@pilothouse/storage/embedded/backup.js');
        return `Wrote ${to}: ${summaryText(await backUp({ dataDirectory: from, to }))}.`;
      }),
  };
}

/** `pilothouse restore`: a data directory, made of a backup. */
export function restoreCommand(terminal: Terminal): FlagCommand<typeof RESTORE_FLAGS, Places> {
  return {
    name: 'restore',
    description: 'make a data directory of a backup',
    table: RESTORE_FLAGS,
    examples: ['pilothouse restore --from /backup/today --data-dir /var/lib/pilothouse'],
    resolve({ values: { 'data-dir': to, from } }) {
      if (from === undefined) return { ok: false, problems: ['--from is required'] };
      return { ok: true, options: { from, to } };
    },
    run: ({ from, to }) =>
      ended(terminal, async () => {
        const { restore } = await import('@pilothouse/storage/embedded/backup.js');
        const summary = await restore({ from, dataDirectory: to });
        return `Restored ${to}: ${summaryText(summary)}.`;
      }),
  };
}

function summaryText({ objects, revision }: StoreSummary): string {
  return `${objects} objects, revision ${revision}`;
}

/** Resolves to the exit code. */
async function ended({ out, err }: Terminal, work: () => Promise<string>): Promise<number> {
  try {
    out(`${await work()}\n`);
    return 0;
  } catch (error) {
    err(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}
