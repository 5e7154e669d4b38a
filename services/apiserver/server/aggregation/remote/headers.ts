import type { User } from '@pilothouse/token-authenticators/user.js';
import { headerLines } from '../../../request/header-lines.js';
import type { RequestContext } from '../../../request/context.js';

/** Headers of one connection (RFC 9110, section 7.6.1), and those of a connection that this server does not have. */
const CONNECTION_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
];

/** Headers of a request that are not forwarded: credentials, the wanted user, and users of authenticating proxies. */
const OWN_HEADERS = /^(?::.*|host|expect|authorization|impersonate-.*|x-remote-(?:user|uid|group|extra-.*))$/;

/** The headers of a forwarded request: those of the client, without credentials, and the authenticated user. */
export function forwardedHeaders({ request, user, header }: ForwardedRequest): string[] {
  const dropped = new Set([...CONNECTION_HEADERS, ...namesIn(header('connection'))]);
  const lines = headerLines(request, '').filter(([name]) => !dropped.has(name) && !OWN_HEADERS.test(name));
  const trail = lines.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value);
  const others = lines.filter(([name]) => name !== 'x-forwarded-for');
  const forwardedFor = ['x-forwarded-for', [...trail, request.peer.address].join(', ')] as const;
  return [...others, forwardedFor, ...userHeaders(user)].flat().map(asLatin1);
}

export type ForwardedRequest = Pick<RequestContext, 'request' | 'user'> & {
  readonly header: (name: string) => string | undefined;
};

/** The headers by which an extension API server identifies the user (Kubernetes' SetAuthProxyHeaders). */
export function userHeaders({ name, uid, groups, extra }: User): (readonly [name: string, value: string])[] {
  return [
    ['X-Remote-User', name],
    ...(uid === '' ? [] : [['X-Remote-Uid', uid] as const]),
    ...groups.map((group) => ['X-Remote-Group', group] as const),
    ...[...extra].flatMap(([key, values]) =>
      values.map((value) => [`X-Remote-Extra-${escapedKey(key)}`, value] as const),
    ),
  ];
}

/** The headers of a response, without those of the connection and the length, which compression may change. */
export function answeredHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const connection = headers['connection'];
  const dropped = new Set([...CONNECTION_HEADERS, 'content-length', ...namesIn(String(connection ?? ''))]);
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !dropped.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

function namesIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((name) => name.trim().toLowerCase());
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

/** Node writes each character of a header as a byte. */
function asLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
