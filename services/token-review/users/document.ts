import { writeJsonPretty } from '@pilothouse/apimachinery/json/write.js';
import { bytes, text, time } from '@pilothouse/apimachinery/schema/common.js';
import type { IntegerSchema } from '@pilothouse/apimachinery/schema/schema.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { documentReader, field, listOf, mapOf, struct } from '@pilothouse/runtime/files/document.js';
import { COST_LIMITS, HASH_BYTES, MAX_MEMORY, memoryOf, SALT_BYTES, type ScryptHash } from './scrypt.js';
import { TOKEN_ID } from './token.js';

/** The users file. It is JSON, which has no comments that a command could lose on a rewrite. */
export type UsersDocument = {
  readonly version: 1;
  readonly users?: readonly TokenUser[];
};

export type TokenUser = {
  readonly name: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly tokens?: readonly TokenEntry[];
};

export type TokenEntry = {
  /** Unique in the file. */
  readonly id: string;
  readonly scrypt: ScryptHash;
  /** RFC 3339, in whole seconds of UTC. A token without it does not expire. */
  readonly expires?: string;
};

const integer = (minimum: number, maximum: number): IntegerSchema => ({
  type: 'integer',
  format: 'int32',
  minimum,
  maximum,
});

const SCRYPT = struct('Scrypt', [
  field('N', integer(...COST_LIMITS.N), 'required'),
  field('r', integer(...COST_LIMITS.r), 'required'),
  field('p', integer(...COST_LIMITS.p), 'required'),
  field('salt', bytes, 'required'),
  field('hash', bytes, 'required'),
]);

const TOKEN = struct('Token', [
  field('id', text, 'required'),
  field('scrypt', SCRYPT, 'required'),
  field('expires', time, 'optional'),
]);

const USER = struct('User', [
  field('name', text, 'required'),
  field('uid', text, 'optional'),
  field('groups', listOf(text), 'optional'),
  field('extra', mapOf(listOf(text)), 'optional'),
  field('tokens', listOf(TOKEN), 'optional'),
]);

const USERS = struct('Users', [field('version', integer(1, 1), 'required'), field('users', listOf(USER), 'optional')]);

/** Reads the users file, by the rules of `documentReader`. */
export const readUsers = documentReader<UsersDocument & JsonObject>({ schema: USERS, check: documentErrors });

/** Formats the users file, sorted by user name. */
export function writeUsers({ version, users = [] }: UsersDocument): string {
  const inOrder = [...users].sort((a, b) => (a.name < b.name ? -1 : 1));
  return writeJsonPretty({ version, users: inOrder } as unknown as JsonObject);
}

function documentErrors({ users = [] }: UsersDocument): FieldError[] {
  const [names, ids] = [new Set<string>(), new Set<string>()];
  return eachError(users, ({ name, groups = [], tokens = [] }, index) => {
    const path = keyPath('users', index);
    const isTwice = names.has(name);
    names.add(name);
    return [
      ...(isTwice ? [duplicate(fieldPath(path, 'name'), name)] : []),
      ...eachError(groups, (group, at) =>
        group === '' ? [invalid(keyPath(fieldPath(path, 'groups'), at), group, 'must not be empty')] : [],
      ),
      ...eachError(tokens, (token, at) => tokenErrors(token, keyPath(fieldPath(path, 'tokens'), at), ids)),
    ];
  });
}

function tokenErrors({ id, scrypt }: TokenEntry, path: string, ids: Set<string>): FieldError[] {
  const isTwice = ids.has(id);
  ids.add(id);
  const at = (name: string): string => fieldPath(fieldPath(path, 'scrypt'), name);
  const { N, salt, hash } = scrypt;
  return [
    ...(isTwice ? [duplicate(fieldPath(path, 'id'), id)] : []),
    ...(TOKEN_ID.test(id) ? [] : [invalid(fieldPath(path, 'id'), id, 'must be 8 to 32 lower-case letters and digits')]),
    ...((N & (N - 1)) === 0 ? [] : [invalid(at('N'), N, 'must be a power of two')]),
    ...(memoryOf(scrypt) <= MAX_MEMORY
      ? []
      : [invalid(at('r'), scrypt.r, `N and r need more than ${MAX_MEMORY} bytes of memory`)]),
    ...(byteLength(salt) >= SALT_BYTES ? [] : [invalid(at('salt'), null, `must have at least ${SALT_BYTES} bytes`)]),
    ...(byteLength(hash) === HASH_BYTES ? [] : [invalid(at('hash'), null, `must have ${HASH_BYTES} bytes`)]),
  ];
}

const byteLength = (base64: string): number => Buffer.from(base64, 'base64').byteLength;
