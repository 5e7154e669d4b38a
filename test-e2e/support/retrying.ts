import { setTimeout as pause } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** Maximum number of retries of client-go. */
const RETRIES = 10;

/**
 * Retries like client-go: a response of 429 or 5xx with Retry-After is retried after this time, and a GET also when its connection
 * breaks. The outcome of any other broken request is unknown, so that it is an error.
 */
export function retrying(transport: Transport): Transport {
  return {
    async request(request) {
      for (let left = RETRIES; ; left--) {
        let seconds = 1;
        try {
          const response = await transport.request(request);
          const { status, headers, body } = response;
          const after = headers['retry-after'];
          if (left === 0 || after === undefined || (status !== 429 && status < 500)) return response;
          seconds = Number(after);
          await collect(body);
        } catch (error) {
          if (left === 0 || request.method !== 'GET' || request.signal?.aborted === true) throw error;
        }
        await pause(seconds * 1000, undefined, request.signal && { signal: request.signal });
      }
    },
    close: () => transport.close(),
  };
}
