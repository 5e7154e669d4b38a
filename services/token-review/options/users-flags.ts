import { OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';

const FILE_FLAG = [
  {
    name: 'users-file',
    type: 'path',
    group: 'Authentication',
    help: 'File of users with hashes of their tokens. Required.',
  },
] as const satisfies FlagTable;

const LIFETIME_FLAG = [
  {
    name: 'expires',
    type: 'duration',
    defaultText: 'never',
    group: 'Credentials',
    help: 'Lifetime of the token.',
  },
] as const satisfies FlagTable;

/** Flags of `users add`. */
export const ADD_FLAGS = [
  ...FILE_FLAG,
  { name: 'uid', type: 'text', defaultText: 'random', group: 'Credentials', help: 'UID of the user.' },
  { name: 'group', type: 'list', group: 'Credentials', help: 'Groups of the user.' },
  {
    name: 'extra',
    type: 'pairs',
    group: 'Credentials',
    help: 'Extra attributes of the user, each as key=value. A key may have several values.',
  },
  ...LIFETIME_FLAG,
] as const satisfies FlagTable;

/** Flags of `users rotate`. */
export const ROTATE_FLAGS = [
  ...FILE_FLAG,
  {
    name: 'grace',
    type: 'duration',
    default: '0',
    group: 'Credentials',
    help: 'Time for which the former tokens stay valid.',
  },
  ...LIFETIME_FLAG,
] as const satisfies FlagTable;

/** Flags of `users remove`. */
export const REMOVE_FLAGS = FILE_FLAG;

/** Flags of `users list`. */
export const LIST_FLAGS = [
  ...FILE_FLAG,
  {
    ...OUTPUT_FLAG,
    choices: ['table', 'json'],
    default: 'table',
    help: 'Form of the output: table, or json for programs.',
  },
] as const satisfies FlagTable;

type Problems = { readonly ok: false; readonly problems: readonly string[] };
export type ResolvedUsers<Options> = { readonly ok: true; readonly options: Options } | Problems;

export interface OfUser {
  readonly path: string;
  readonly name: string;
}

export interface AddOptions extends OfUser {
  /** Random when absent. */
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly lifetime?: number;
}

export function resolveAdd(flags: ValuesOf<typeof ADD_FLAGS>, name: string): ResolvedUsers<AddOptions> {
  const { uid, group: groups = [], extra = [], expires: lifetime } = flags;
  const problems = [
    ...lifetimeProblems(lifetime),
    ...extra.flatMap((text) => (text.indexOf('=') < 1 ? [`--extra ${JSON.stringify(text)} must be key=value`] : [])),
    ...[uid ?? '', ...groups, ...extra].flatMap((text) =>
      CONTROL.test(text) ? [`${JSON.stringify(text)} ${PLAIN}`] : [],
    ),
  ];
  return ofUser(flags, name, problems, {
    ...(uid !== undefined && { uid }),
    groups,
    extra: valuesByKey(extra),
    ...(lifetime !== undefined && { lifetime }),
  });
}

export interface RotateUserOptions extends OfUser {
  readonly grace: number;
  readonly lifetime?: number;
}

export function resolveRotate(flags: ValuesOf<typeof ROTATE_FLAGS>, name: string): ResolvedUsers<RotateUserOptions> {
  const { grace, expires: lifetime } = flags;
  return ofUser(flags, name, lifetimeProblems(lifetime), { grace, ...(lifetime !== undefined && { lifetime }) });
}

export const resolveRemove = (flags: ValuesOf<typeof REMOVE_FLAGS>, name: string): ResolvedUsers<OfUser> =>
  ofUser(flags, name, [], {});

export interface ListOptions {
  readonly path: string;
  readonly output: 'table' | 'json';
}

export function resolveList({ 'users-file': path, output }: ValuesOf<typeof LIST_FLAGS>): ResolvedUsers<ListOptions> {
  if (path === undefined) return { ok: false, problems: [NO_FILE] };
  return { ok: true, options: { path, output } };
}

const NO_FILE = '--users-file is required';
const CONTROL = /\p{Cc}/u;
const PLAIN = 'must not contain control characters';

function ofUser<Options>(
  { 'users-file': path }: ValuesOf<typeof FILE_FLAG>,
  name: string,
  others: readonly string[],
  options: Options,
): ResolvedUsers<Options & OfUser> {
  const problems = [
    ...(path === undefined ? [NO_FILE] : []),
    ...(name === '' ? ['the name of the user must not be empty'] : []),
    ...(CONTROL.test(name) ? [`the name of the user ${PLAIN}`] : []),
    ...others,
  ];
  if (path === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, options: { ...options, path, name } };
}

const lifetimeProblems = (lifetime: number | undefined): string[] =>
  lifetime === 0 ? ['--expires must be longer than 0'] : [];

function valuesByKey(texts: readonly string[]): Record<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const text of texts) {
    const mark = text.indexOf('=');
    const key = text.slice(0, mark);
    values.set(key, [...(values.get(key) ?? []), text.slice(mark + 1)]);
  }
  return Object.fromEntries(values);
}
