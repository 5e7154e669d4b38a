import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** The body of a 400 response. */
export interface RefusalText {
  readonly type: string;
  readonly text: string;
}

/** Milliseconds for a client to read the response while it still sends its request. */
const LINGER = 1000;

/** Server options for this listener. Node's own Host check would continue to serve the connection. */
export const STRICT_SERVER = { requireHostHeader: false } as const;

/**
 * Wraps the listener of an HTTP/1.1 server with the options {@link STRICT_SERVER}. It answers requests that Node
 * accepts but RFC 9112 forbids with 400 and closes the connection, so that later requests on it are not served. This
 * prevents request smuggling: a proxy in front may have parsed them differently.
 */
export function strictRequests(
  listener: RequestListener,
  toText: (problem: string) => RefusalText = (problem) => ({ type: 'text/plain; charset=utf-8', text: `${problem}\n` }),
): RequestListener {
  const refused = new WeakSet<Socket>();
  return (incoming, outgoing) => {
    if (refused.has(incoming.socket)) {
      incoming.resume();
      return;
    }
    const problem = problemOf(incoming);
    if (problem === undefined) {
      listener(incoming, outgoing);
      return;
    }
    refused.add(incoming.socket);
    void refuse(incoming, outgoing, toText(problem));
  };
}

/** Why a request must be rejected; undefined for a valid one. */
export function problemOf({
  httpVersion,
  rawHeaders,
  headers,
  url = '',
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders' | 'headers' | 'url'>): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return `the version HTTP/${httpVersion} is not served here`;
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // Compares the length first, because this runs for each header of each request.
    if (name.length === HOST.length && name.toLowerCase() === HOST) {
      if (host !== undefined) return 'the request has more than one Host header';
      host = rawHeaders[index + 1] ?? '';
      if (!AUTHORITY.test(host)) return 'the Host header is not a host with an optional port';
    } else if (name.length === TRANSFER_ENCODING.length && name.toLowerCase() === TRANSFER_ENCODING) {
      if (httpVersion === '1.0') return 'HTTP/1.0 has no Transfer-Encoding';
      if (rawHeaders[index + 1]?.toLowerCase() !== 'chunked')
        return 'the only Transfer-Encoding that is served is chunked';
      if (headers['content-length'] !== undefined) return 'the request has both Transfer-Encoding and Content-Length';
    }
  }
  if (host === undefined && httpVersion === '1.1') return 'the request has no Host header';
  return url.startsWith('/') || url === '*' ? undefined : absoluteProblem(url, host);
}

const HOST = 'host';
const TRANSFER_ENCODING = 'transfer-encoding';
/** A host and port as in RFC 3986; both may be missing. */
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;
const DEFAULT_PORTS: Readonly<Record<string, RegExp>> = { http: /:(?:80)?$/, https: /:(?:443)?$/ };

/** An absolute-form target must name the same server as the Host header, if present (optional in HTTP/1.0). */
function absoluteProblem(url: string, host: string | undefined): string | undefined {
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(url) ?? [];
  const port = scheme && DEFAULT_PORTS[scheme.toLowerCase()];
  if (port === undefined) return 'the request target is neither a path nor an http or https URL';
  if (!AUTHORITY.test(authority)) return 'the host in the request target is not a host with an optional port';
  const normal = (text: string): string => text.toLowerCase().replace(port, '');
  return host === undefined || normal(authority) === normal(host)
    ? undefined
    : 'the host in the request target differs from the Host header';
}

/** Never rejects. */
async function refuse(incoming: IncomingMessage, outgoing: ServerResponse, { type, text }: RefusalText): Promise<void> {
  incoming.on('error', () => undefined).resume();
  // The parser has answered its own errors in the body by then.
  await nextTurn();
  if (!incoming.socket.writable) return;
  outgoing.writeHead(400, { 'content-type': type, 'content-length': Buffer.byteLength(text), connection: 'close' });
  outgoing.write(text);
  if (!incoming.complete) {
    const over = new AbortController();
    const { signal } = over;
    const read = Promise.race(['end', 'close'].map((event) => once(incoming, event, { signal })));
    await Promise.race([read, delay(LINGER, undefined, { ref: false })]).catch(() => undefined);
    over.abort();
  }
  outgoing.end();
}
