import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

export interface ConvertOptions {
  /** Gives the conversion up: it is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Makes objects of one version of a custom resource into objects of another. */
export interface Converter {
  /**
   * The objects in the version `apiVersion` (`group/version`), in the same order. The given objects stay as they are, and results may
   * share parts with them. Rejects with ConversionError where one of them cannot be converted.
   */
  readonly convert: (
    objects: readonly JsonObject[],
    apiVersion: string,
    options?: ConvertOptions,
  ) => Promise<readonly JsonObject[]>;
  /** Ends its connections; conversions under way fail. */
  readonly close: () => Promise<void>;
}

/** The object with another `apiVersion`, in the same place; itself where it has that already. */
export function withApiVersion(object: JsonObject, apiVersion: string): JsonObject {
  if (object['apiVersion'] === apiVersion) return object;
  return Object.assign(copyObject(object), { apiVersion });
}
