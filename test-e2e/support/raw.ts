import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';

/** A TLS connection as the administrator, for raw bytes. */
export interface RawConnection {
  readonly socket: TLSSocket;
  /** Resolves when the socket accepts more data or is closed. */
  readonly write: (data: string | Uint8Array) => Promise<void>;
  /** Resolves to all received data once it matches. Rejects when the connection closes before. */
  readonly received: (pattern: RegExp) => Promise<string>;
  /** Resolves to all received data when the connection has closed. */
  readonly ended: Promise<string>;
}

export async function openRaw({ url, caPem = '', credentials }: KubeconfigConnection): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const pair = credentials !== undefined && 'certPem' in credentials ? credentials : undefined;
  const socket = connect({
    host: hostname,
    port: Number(port),
    ca: caPem,
    ...(pair && { cert: pair.certPem, key: pair.keyPem }),
  });
  await once(socket, 'secureConnect');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  // The server may close the connection. The test checks what it sent before.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text));
  });
  // `close` follows each error.
  const next = (event: string): Promise<unknown> => Promise.race([ended, once(socket, event).catch(() => ended)]);
  return {
    socket,
    ended,
    async write(data) {
      if (!socket.destroyed && !socket.write(data)) await next('drain');
    },
    async received(pattern) {
      while (!pattern.test(text)) {
        if (socket.destroyed) throw new Error(`the connection closed after ${JSON.stringify(text.slice(0, 500))}`);
        await next('data');
      }
      return text;
    },
  };
}

/** The head of a request with the final empty line. */
export function head(method: string, target: string, headers: readonly string[] = []): string {
  return [`${method} ${target} HTTP/1.1`, 'host: test', ...headers, '', ''].join('\r\n');
}

/** The body of one complete response, decoded from chunks if necessary. */
export function bodyOf(response: string): string {
  const start = response.indexOf('\r\n\r\n') + 4;
  if (!/^transfer-encoding: chunked\r$/im.test(response.slice(0, start))) return response.slice(start);
  let body = '';
  for (let at = start; ;) {
    const line = response.indexOf('\r\n', at);
    const length = Number.parseInt(response.slice(at, line), 16);
    if (!(length > 0)) return body;
    body += response.slice(line + 2, line + 2 + length);
    at = line + 2 + length + 2;
  }
}
