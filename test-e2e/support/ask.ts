import assert from 'node:assert/strict';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** A response as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a Status says. */
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

/** Sends plain requests, and takes every answer, but for one with which the server would admit a fault of its own. */
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

/** One request over a connection of its own. */
export async function askOnce(options: HttpsTransportOptions, ...request: Parameters<Ask>): Promise<Answer> {
  const transport = httpsTransport(options);
  try {
    return await asker(transport)(...request);
  } finally {
    await transport.close();
  }
}

/** The Status in an answer, which must be one for the same code. */
export function statusOf({ status, text }: Answer): StatusBody {
  const body = JSON.parse(text) as StatusBody;
  assert.deepEqual([body.kind, body.status, body.code], ['Status', 'Failure', status], text);
  return body;
}
