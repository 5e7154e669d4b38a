import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';

/** Whether an object needs conversion: not if it has the version already, or only its type. */
export function isSent(object: JsonObject, apiVersion: string): boolean {
  const isEmpty = Object.keys(object).length === 2 && 'kind' in object && 'apiVersion' in object;
  return !isEmpty && object['apiVersion'] !== apiVersion;
}

/** The content of one request. */
export interface Batch {
  /** The version of the first object. */
  readonly from: string;
  readonly originals: JsonObject[];
  /** Indexes among all objects. */
  readonly indexes: number[];
  readonly texts: string[];
}

/** Splits the objects to send into batches of at most `length` characters; a single object may be longer. */
export function* batchesOf(
  objects: readonly JsonObject[],
  apiVersion: string,
  length: number,
): Generator<Batch, undefined> {
  let batch = emptyBatch('');
  let used = 0;
  for (const [index, object] of objects.entries()) {
    if (!isSent(object, apiVersion)) continue;
    const text = writeJson(object);
    if (used > 0 && used + text.length > length) {
      yield batch;
      used = 0;
    }
    if (used === 0) batch = emptyBatch(typeof object['apiVersion'] === 'string' ? object['apiVersion'] : '');
    batch.originals.push(object);
    batch.indexes.push(index);
    batch.texts.push(text);
    used += text.length;
  }
  if (used > 0) yield batch;
  return undefined;
}

const emptyBatch = (from: string): Batch => ({ from, originals: [], indexes: [], texts: [] });
