import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { Store } from '@pilothouse/storage/store.js';

/** The addresses of all running servers: keys that expire unless their server renews them. */
export interface EndpointLeases {
  readonly renew: (address: string, signal: AbortSignal) => Promise<void>;
  readonly remove: (address: string, signal: AbortSignal) => Promise<void>;
  /** All addresses, in order. */
  readonly list: (signal: AbortSignal) => Promise<string[]>;
}

const PREFIX = '/masterleases/';
/** Seconds, as in Kubernetes. */
const LIFETIME = 15;

export function endpointLeases(store: Pick<Store, 'get' | 'list' | 'create' | 'update' | 'delete'>): EndpointLeases {
  return {
    async renew(address, signal) {
      const key = PREFIX + address;
      const value = Buffer.from(writeJson(Object.assign(newObject(), { address })));
      const options = { ttl: LIFETIME, signal };
      let { entry } = await store.get(key, { signal });
      for (;;) {
        const write =
          entry === undefined ? store.create(key, value, options) : store.update(key, value, entry.revision, options);
        const result = await write;
        if (result.ok) return;
        signal.throwIfAborted();
        entry = result.current;
      }
    },
    async remove(address, signal) {
      const key = PREFIX + address;
      let { entry } = await store.get(key, { signal });
      while (entry !== undefined) {
        const result = await store.delete(key, entry.revision, { signal });
        if (result.ok) return;
        entry = result.current;
      }
    },
    async list(signal) {
      const { entries } = await store.list(PREFIX, { signal });
      return entries.map(({ key }) => key.slice(PREFIX.length));
    },
  };
}
