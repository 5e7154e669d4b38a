import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/**
 * Converts objects of a custom kind to the version `apiVersion`, in their order. All of them are in other versions. Rejects with a
 * StatusError where that fails.
 */
export type Converter = (objects: readonly JsonObject[], apiVersion: string) => Promise<readonly JsonObject[]>;
