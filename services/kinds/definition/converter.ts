import type { Span } from '@pilothouse/runtime/tracing/span.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

export interface ConvertOptions {
  /** Cancels the conversion, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The part of a trace that needs the conversion; undefined if tracing is off. */
  readonly trace?: Span | undefined;
}

/** Converts objects of a custom resource between versions. */
export interface Converter {
  /**
   * The objects in the version `apiVersion` (`group/version`), in the same order. The inputs stay unchanged, and
   * results may share parts with them. Rejects with ConversionError if an object cannot be converted.
   */
  readonly convert: (
    objects: readonly JsonObject[],
    apiVersion: string,
    options?: ConvertOptions,
  ) => Promise<readonly JsonObject[]>;
  /** Closes its connections. Running conversions fail. */
  readonly close: () => Promise<void>;
}

/** The object with another `apiVersion`, at the same position; the object itself if it has it already. */
export function withApiVersion(object: JsonObject, apiVersion: string): JsonObject {
  if (object['apiVersion'] === apiVersion) return object;
  return Object.assign(copyObject(object), { apiVersion });
}
