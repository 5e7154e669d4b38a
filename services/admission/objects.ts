import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import type { Awaitable } from './awaitable.js';

/**
 * Reads objects of the cluster for plugins. Objects are decoded, and must not be modified.
 *
 * A read is at least as new as the latest write of that resource by this server. Writes of other servers follow within the
 * delay of the watch. An object, and the array of a list, keeps its identity until it changes, so that a plugin can keep
 * what it derives from one in a WeakMap.
 *
 * The types are the constants of `@pilothouse/client`, in the domain of the server (`inDomain`). Custom resources have the
 * type `{ group, resource }`, and `version` where it is not the preferred one.
 *
 * The functions reject with a StatusError or a NoVerdictError if the objects cannot be read, with a `404` StatusError for a
 * resource that is not served, and with the reason of the signal.
 */
export interface ObjectReader {
  readonly get: <T = JsonObject>(type: ResourceNames<T>, options: GetOptions) => Awaitable<T | undefined>;
  /** The objects of a namespace, or all of them, in the order of their keys. */
  readonly list: <T = JsonObject>(type: ResourceNames<T>, options: ListOptions) => Awaitable<readonly T[]>;
}

export interface ListOptions {
  /** Every namespace when absent. */
  readonly namespace?: string;
  readonly signal: AbortSignal;
  /** Reads the newest state from the store. A live list is a new array. */
  readonly live?: boolean;
  /** For large lists that are rarely read: the objects are decoded for this call, in time slices, and are not kept. */
  readonly once?: boolean;
}

export interface GetOptions extends Omit<ListOptions, 'once'> {
  readonly name: string;
}
