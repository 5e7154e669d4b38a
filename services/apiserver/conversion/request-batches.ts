import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';

/** An object without anything but its type is not sent, nor is one that has the version already. */
export function isSent(object: JsonObject, apiVersion: string): boolean {
  const isEmpty = Object.keys(object).length === 2 && 'kind' in object && 'apiVersion' in object;
  return !isEmpty && object['apiVersion'] !== apiVersion;
}

/** What one request carries. */
export interface Batch {
  /** The version of the first object. */
  readonly from: string;
  readonly originals: JsonObject[];
  /** Where they stand among all objects. */
  readonly places: number[];
  readonly texts: string[];
}

/** The objects that are sent, in batches whose objects have no more characters than `length` together, unless a batch has only one. */
export function* batchesOf(
  objects: readonly JsonObject[],
  apiVersion: string,
  length: number,
): Generator<Batch, undefined> {
  let batch = emptyBatch('');
  let used = 0;
  for (const [place, object] of objects.entries()) {
    if (!isSent(object, apiVersion)) continue;
    const text = writeJson(object);
    if (used > 0 && used + text.length > length) {
      yield batch;
      used = 0;
    }
    if (used === 0) batch = emptyBatch(typeof object['apiVersion'] === 'string' ? object['apiVersion'] : '');
    batch.originals.push(object);
    batch.places.push(place);
    batch.texts.push(text);
    used += text.length;
  }
  if (used > 0) yield batch;
  return undefined;
}

const emptyBatch = (from: string): Batch => ({ from, originals: [], places: [], texts: [] });
