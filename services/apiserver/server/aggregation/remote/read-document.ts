import type { IncomingHttpHeaders } from 'node:http';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import type { Address } from '@pilothouse/client/dial.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import { authorityOf, responseOf, type Backend } from '../../../proxy/backend.js';
import { userHeaders } from './user-headers.js';

export interface ReadDocumentOptions {
  readonly connection: Backend;
  readonly address: Address;
  /** Path and query. */
  readonly target: string;
  /** The user of the request. */
  readonly user: User;
  /** Alternating names and values, besides those of the user and `Accept`. */
  readonly headers?: readonly string[];
  /** Milliseconds for the whole response. */
  readonly timeout: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface ReadDocument {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty if the status is an error. */
  readonly body: Buffer;
}

/** Reads a JSON document of an extension API server. Rejects if the response does not end in time, or is too long. */
export async function readDocument(options: ReadDocumentOptions): Promise<ReadDocument> {
  const { connection, address, target, user, headers = [], timeout, maxBytes, signal } = options;
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  const lines = [...userHeaders(user), 'Accept', 'application/json', ...headers];
  const sent = connection.open({ scheme: 'https', address, method: 'GET', target, headers: lines });
  const end = (): void => void sent.destroy(new Error(`no answer within ${timeout} ms`));
  until.addEventListener('abort', end, { once: true });
  try {
    const answered = responseOf(sent);
    sent.end();
    const response = await answered;
    const { statusCode: status = 0, headers: received } = response;
    if (status >= 400) {
      response.destroy();
      return { status, headers: received, body: Buffer.alloc(0) };
    }
    const limit = { bytes: maxBytes, error: () => new Error(`the document is larger than ${maxBytes} bytes`) };
    return { status, headers: received, body: await collect(response, { expected: 0, limit }) };
  } finally {
    until.removeEventListener('abort', end);
  }
}

/** The URL of a document, for messages. */
export function urlOf({ address, target }: Pick<ReadDocumentOptions, 'address' | 'target'>): string {
  return `https://${authorityOf(address)}${target}`;
}
