import { setTimeout as pause } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** How often client-go sends a request again. */
const RETRIES = 10;

/**
 * Retries as client-go does: what is answered with 429 or 500 and more and a Retry-After is sent again after so many seconds, and
 * a GET also when its connection breaks. What else breaks may have been done or not: that is an error.
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
