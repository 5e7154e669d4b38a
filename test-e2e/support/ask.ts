import assert from 'node:assert/strict';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** A response as received. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The fields of a Status. */
export interface StatusBody {
  readonly kind: string;
  readonly status: string;
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

export interface AskOptions {
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type Ask = (method: string, target: string, options?: AskOptions) => Promise<Answer>;

/** Sends plain requests. Any answer is accepted, except a 500 that reports an internal error. */
export function asker(transport: Transport): Ask {
  return async (method, target, { body, headers = {}, signal } = {}) => {
    const response = await transport.request({
      method,
      target,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? Buffer.from(body) : body }),
      ...(signal && { signal }),
    });
    const text = Buffer.from(await collect(response.body)).toString('utf8');
    const answer = { status: response.status, headers: response.headers, text };
    assert.notEqual(answer.status, 500, text);
    assert.ok(!text.includes('InternalError'), text);
    return answer;
  };
}

/** Sends one request over a new connection. */
export async function askOnce(options: HttpsTransportOptions, ...request: Parameters<Ask>): Promise<Answer> {
  const transport = httpsTransport(options);
  try {
    return await asker(transport)(...request);
  } finally {
    await transport.close();
  }
}

/** The Status in an answer. Its code must be that of the response. */
export function statusOf({ status, text }: Answer): StatusBody {
  const body = JSON.parse(text) as StatusBody;
  assert.deepEqual([body.kind, body.status, body.code], ['Status', 'Failure', status], text);
  return body;
}
