import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';
import { FORBIDDEN } from './files.js';

const EVERY = 300;
/** One of the model's namespaces. */
export const FORBIDDEN_PLACE = 'model-a';

/**
 * Sends writes that the policy forbids until the signal is aborted. Returns how many were refused, and records other answers as
 * anomalies. A write that is stored all the same is in the store's log without a client.
 */
export async function tryForbidden(client: Client, anomalies: string[], signal: AbortSignal): Promise<number> {
  const maps = client.of(configMaps).namespace(FORBIDDEN_PLACE);
  let refused = 0;
  for (let count = 0; !signal.aborted; count++) {
    const data = { id: `${FORBIDDEN}${count}` };
    try {
      await maps.create({ metadata: { generateName: 'forbidden-' }, data });
      anomalies.push(`the write ${data.id} was stored`);
    } catch (error) {
      if (error instanceof StatusError && error.code === 403) refused += 1;
      // A broken connection has no outcome.
      else if (error instanceof StatusError && error.code !== 504) {
        anomalies.push(`the forbidden write ${data.id} was answered with ${error.code} ${error.message}`);
      }
    }
    await pause(EVERY);
  }
  return refused;
}
