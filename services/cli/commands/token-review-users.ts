import { randomBytes, randomUUID } from 'node:crypto';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import {
  ADD_FLAGS,
  LIST_FLAGS,
  REMOVE_FLAGS,
  resolveAdd,
  resolveList,
  resolveRemove,
  resolveRotate,
  ROTATE_FLAGS,
  type AddOptions,
  type ListOptions,
  type OfUser,
  type RotateUserOptions,
} from '@pilothouse/token-review/options/users-flags.js';
import type { ListedUser, NewToken } from '@pilothouse/token-review/users/manage.js';
import { columns } from '../columns.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

export interface UsersContext {
  readonly terminal: Terminal;
  readonly now: () => Date;
}

const NAME = { name: 'name', help: 'Name of the user.' };

/** `pilothouse token-review users add`. Only the new token goes to standard output, so that it can be piped. */
export const usersAdd = ({ terminal, now }: UsersContext): FlagCommand<typeof ADD_FLAGS, AddOptions> => ({
  name: 'add',
  description: 'add a user, and print a token for it',
  argument: NAME,
  table: ADD_FLAGS,
  examples: ['pilothouse token-review users add ann --group dev --expires 720h --users-file users.json'],
  resolve: ({ values, argument }) => resolveAdd(values, argument),
  run: ({ path, uid = randomUUID(), ...user }) =>
    reportErrors(terminal, async () => {
      const { createUser } = await import('@pilothouse/token-review/users/manage.js');
      printToken(
        `Added ${user.name}.`,
        await createUser(path, { ...user, uid }, { random: randomBytes, now }),
        terminal,
      );
    }),
});

export const usersRotate = ({ terminal, now }: UsersContext): FlagCommand<typeof ROTATE_FLAGS, RotateUserOptions> => ({
  name: 'rotate',
  description: 'print a new token for a user; former tokens expire',
  argument: NAME,
  table: ROTATE_FLAGS,
  examples: ['pilothouse token-review users rotate ann --grace 1h --users-file users.json'],
  resolve: ({ values, argument }) => resolveRotate(values, argument),
  run: ({ path, name, ...rotation }) =>
    reportErrors(terminal, async () => {
      const { rotateUser } = await import('@pilothouse/token-review/users/manage.js');
      const token = await rotateUser(path, name, rotation, { random: randomBytes, now });
      const former = rotation.grace === 0 ? 'have expired' : `expire within ${rotation.grace} seconds`;
      printToken(`The former tokens of ${name} ${former}.`, token, terminal);
    }),
});

export const usersRemove = ({ terminal }: UsersContext): FlagCommand<typeof REMOVE_FLAGS, OfUser> => ({
  name: 'remove',
  description: 'remove a user with all tokens',
  argument: NAME,
  table: REMOVE_FLAGS,
  resolve: ({ values, argument }) => resolveRemove(values, argument),
  run: ({ path, name }) =>
    reportErrors(terminal, async () => {
      const { deleteUser } = await import('@pilothouse/token-review/users/manage.js');
      await deleteUser(path, name);
      terminal.err(`Removed ${name}.\n`);
    }),
});

export const usersList = ({ terminal }: UsersContext): FlagCommand<typeof LIST_FLAGS, ListOptions> => ({
  name: 'list',
  description: 'list all users and their tokens, without secrets',
  table: LIST_FLAGS,
  resolve: ({ values }) => resolveList(values),
  run: ({ path, output }) =>
    reportErrors(terminal, async () => {
      const { listUsers } = await import('@pilothouse/token-review/users/manage.js');
      const users = await listUsers(path);
      terminal.out(output === 'json' ? `${JSON.stringify(users, undefined, 2)}\n` : tableOf(users));
    }),
});

async function reportErrors(terminal: Terminal, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    terminal.err(`error: ${errorMessage(error)}\n`);
    return 1;
  }
}

function printToken(what: string, { token, id, expires }: NewToken, terminal: Terminal): void {
  const end = expires === undefined ? 'does not expire' : `expires at ${expires}`;
  terminal.err(`${what} The token ${id} ${end}. It is shown only once:\n`);
  terminal.out(`${token}\n`);
}

const NONE = '<none>';

/** One line for each token. */
function tableOf(users: readonly ListedUser[]): string {
  const rows = users.flatMap(({ name, uid, groups, tokens }) => {
    const user = [name, uid || NONE, groups.join(',') || NONE];
    if (tokens.length === 0) return [[...user, NONE, NONE]];
    return tokens.map(({ id, expires }) => [...user, id, expires ?? 'never']);
  });
  return columns([['NAME', 'UID', 'GROUPS', 'TOKEN', 'EXPIRES'], ...rows]);
}
