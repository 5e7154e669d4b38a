import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';

/** Increments the generation if the desired state has changed. */
export function countGeneration(object: JsonObject, old: JsonObject, isChanged: boolean): void {
  const before = metadataOf(old).generation ?? 0;
  if (isChanged) metadataOf(object).generation = typeof before === 'bigint' ? before + 1n : before + 1;
}
