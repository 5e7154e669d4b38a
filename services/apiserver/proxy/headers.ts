import type { IncomingMessage } from 'node:http';
import type { TraceHeaders } from '@pilothouse/runtime/tracing/span.js';
import { webSocketProtocols } from '../request/bearer-protocol.js';
import { headerLines, type HeaderLine } from '../request/header-lines.js';
import type { IncomingRequest } from '../request/context.js';
import type { ResponseHeaders } from '../request/response.js';

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

/** Headers of a response that are not forwarded: who may read it from a browser is for this server to say. `date` is its own. */
const NOT_ANSWERED = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'date',
];

const PROTOCOLS = 'sec-websocket-protocol';

/** Headers of the client's trace, which this server replaces by its own if it traces. */
const TRACE_HEADERS = ['traceparent', 'tracestate'];

/** The headers of a forwarded request, as alternating names and values: those of the client, without credentials. */
export function forwardedHeaders(request: IncomingRequest, trace?: TraceHeaders): string[] {
  const all = headerLines(request, '');
  const dropped = new Set([
    ...CONNECTION_HEADERS,
    ...(trace === undefined ? [] : TRACE_HEADERS),
    ...namesIn(valuesOf(all, 'connection')),
  ]);
  const lines = all.filter(([name]) => !dropped.has(name) && !OWN_HEADERS.test(name)).map(withoutToken);
  const trail = valuesOf(lines, 'x-forwarded-for');
  const others = lines.filter(([name]) => name !== 'x-forwarded-for');
  const upgrade = request.upgraded === undefined ? [] : valuesOf(all, 'upgrade').map((value) => ['Upgrade', value]);
  return [
    ...others,
    ['x-forwarded-for', [...trail, request.peer.address].join(', ')],
    ...(upgrade.length > 0 ? [['Connection', 'Upgrade'], ...upgrade] : []),
    ...Object.entries(trace ?? {}),
  ]
    .flat()
    .map(asLatin1);
}

/** The headers of a response, without those of the connection. */
export function answeredHeaders({
  headersDistinct: headers,
}: Pick<IncomingMessage, 'headersDistinct'>): ResponseHeaders {
  const dropped = new Set([...CONNECTION_HEADERS, ...NOT_ANSWERED, ...namesIn(headers['connection'] ?? [])]);
  return valuesByName(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** The headers of a response that accepts an upgrade. */
export function upgradeHeaders({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): ResponseHeaders {
  return valuesByName(Object.entries(headersDistinct));
}

function valuesByName(
  headers: readonly (readonly [name: string, values: readonly string[] | undefined])[],
): ResponseHeaders {
  return Object.fromEntries(
    headers.map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** A browser sends the bearer token of a WebSocket as one of its protocols. */
function withoutToken(line: HeaderLine): HeaderLine {
  const [name, value] = line;
  if (name !== PROTOCOLS) return line;
  return [name, webSocketProtocols(value).others.join(', ')];
}

function valuesOf(lines: readonly HeaderLine[], wanted: string): string[] {
  return lines.filter(([name]) => name === wanted).map(([, value]) => value);
}

function namesIn(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase());
}

/** Node writes each character of a header as a byte. */
function asLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
