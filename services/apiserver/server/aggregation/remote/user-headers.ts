import type { User } from '@pilothouse/token-authenticators/user.js';

/** The headers by which an extension API server identifies the user (Kubernetes' SetAuthProxyHeaders). */
export function userHeaders({ name, uid, groups, extra }: User): string[] {
  return [
    'X-Remote-User',
    name,
    ...(uid === '' ? [] : ['X-Remote-Uid', uid]),
    ...groups.flatMap((group) => ['X-Remote-Group', group]),
    ...[...extra].flatMap(([key, values]) => values.flatMap((value) => [`X-Remote-Extra-${escapedKey(key)}`, value])),
  ].map((text) => Buffer.from(text).toString('latin1'));
}

/** Escapes bytes that a header name cannot contain, and `%`. */
function escapedKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w!#$&'*+.^`|~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
