import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { authenticatedUser, type User } from '../request/user.js';
import { UNKNOWN, type Authenticator } from './authenticator.js';
import { bearerToken } from './bearer-token.js';
import { parseCsv } from './csv.js';

/**
 * Bearer tokens listed in a CSV file: token, user name, user uid and, quoted when there are several, group names.
 * Throws an Error that names the file and the line when it cannot be read. Only hashes of the tokens are kept, so that
 * looking one up takes the same time however much of it is right.
 */
export async function tokenFileAuthenticator(path: string): Promise<Authenticator> {
  const users = parseTokenFile(await readFile(path, 'utf8'), path);
  return {
    name: 'token-file',
    authenticate(context) {
      const token = bearerToken(context);
      if (token === undefined) return UNKNOWN;
      const user = users.get(hash(token));
      return user === undefined
        ? { type: 'rejected', reason: 'the bearer token is not known' }
        : { type: 'authenticated', user };
    },
  };
}

/** Users by the hash of their token. `path` is for messages. */
export function parseTokenFile(text: string, path: string): ReadonlyMap<string, User> {
  const users = new Map<string, User>();
  for (const { fields, line } of parseCsv(text, path)) {
    const [token = '', name = '', uid = '', groups = ''] = fields.map((field) => field.trim());
    if (fields.length < 3) throw new Error(`${path}:${line}: at least token, user name and user uid are needed`);
    if (token === '' || name === '') throw new Error(`${path}:${line}: the token and the user name may not be empty`);
    const key = hash(token);
    if (users.has(key)) throw new Error(`${path}:${line}: the token stands in the file twice`);
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
  return createHash('sha256').update(token).digest('base64');
}
