import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { ObjectReader } from './objects.js';

/** Creates a finder of Namespaces. It rejects with 404 for one that does not exist. One that this server does not have yet may be new. */
export function namespaceFinder({ get }: ObjectReader): (name: string, signal: AbortSignal) => Promise<JsonObject> {
  return async (name, signal) => {
    const found = (await get(namespaces, { name, signal })) ?? (await get(namespaces, { name, signal, live: true }));
    if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, name);
    return found;
  };
}
