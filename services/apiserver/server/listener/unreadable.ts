import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RefusalText } from '@pilothouse/runtime/http1/strict-requests.js';
import type { Duplex } from 'node:stream';

/** Milliseconds for a client to read the response. After an immediate close it might only see a connection reset. */
const LINGER = 1000;

/** Response to a request that Node's parser accepts and HTTP forbids. */
export function malformed(problem: string): RefusalText {
  return { type: 'application/json', text: bodyOf(invalid(problem)) };
}

/** Responds to a request that the parser rejects, unless a response was begun, and closes the connection. */
export function refuseUnreadable(error: Error, socket: Duplex, isAnswered: boolean): void {
  if (socket.writableEnded) return;
  if (isAnswered || !socket.writable || codeOf(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statusOf(error);
  const body = bodyOf(status);
  const head = [
    `HTTP/1.1 ${status.code} ${REASON_PHRASES[status.code] ?? 'Bad Request'}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

const REASON_PHRASES: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
};

function statusOf(error: Error): StatusError {
  switch (codeOf(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return new StatusError('BadRequest', 'the request header is too large', { code: 431 });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new StatusError('BadRequest', 'the extensions of a chunk are too large', { code: 413 });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new StatusError('BadRequest', 'the request did not arrive in time', { code: 408 });
    default:
      return invalid(error.message);
  }
}

function invalid(problem: string): StatusError {
  return new StatusError('BadRequest', `the request is not valid HTTP: ${problem}`);
}

function bodyOf(error: StatusError): string {
  return `${JSON.stringify(error.toStatus())}\n`;
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
