import { hash as digest } from 'node:crypto';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { parseCsv } from './csv.js';

/** Users by the hash of their token, so that a lookup takes the same time for any guess. */
export type TokenUsers = ReadonlyMap<string, User>;

/** Static bearer tokens. */
export function tokenFileAuthenticator(users: Pick<Changing<TokenUsers>, 'current'>): TokenAuthenticator {
  return {
    name: 'token-file',
    authenticateToken(token) {
      const user = users.current().get(hash(token));
      return user === undefined ? UNKNOWN : { type: 'authenticated', user };
    },
  };
}

/**
 * Parses the CSV of a token file: token, user name, user uid and, quoted if several, group names. Throws an Error with
 * file and line. `path` is for messages. Only hashes of the tokens are kept.
 */
export function parseTokenFile(text: string, path: string): TokenUsers {
  const users = new Map<string, User>();
  for (const { fields, line } of parseCsv(text, path)) {
    const [token = '', name = '', uid = '', groups = ''] = fields.map((field) => field.trim());
    if (fields.length < 3) throw new Error(`${path}:${line}: at least token, user name and user uid are required`);
    if (token === '' || name === '') throw new Error(`${path}:${line}: token and user name must not be empty`);
    const key = hash(token);
    if (users.has(key)) throw new Error(`${path}:${line}: duplicate token`);
    const names = groups.split(',').map((group) => group.trim());
    users.set(
      key,
      authenticatedUser(
        name,
        names.filter((group) => group !== ''),
        uid,
      ),
    );
  }
  return users;
}

function hash(token: string): string {
  return digest('sha256', token, 'base64');
}
