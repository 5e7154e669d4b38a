import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';
import { FORBIDDEN } from './files.js';

const EVERY = 300;
/** One of the model's namespaces. */
export const FORBIDDEN_PLACE = 'model-a';

/**
 * Tries to write what the policy forbids until it is told to stop. Returns how often that was refused, and puts down what was
 * answered otherwise. Whatever is stored all the same is in the store's log as a write of nobody.
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
      // A connection that breaks says nothing.
      else if (error instanceof StatusError && error.code !== 504) {
        anomalies.push(`the forbidden write ${data.id} was answered with ${error.code} ${error.message}`);
      }
    }
    await pause(EVERY);
  }
  return refused;
}
