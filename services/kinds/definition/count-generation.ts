import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';

/** Counts the desired state anew where a part of it has changed. */
export function countGeneration(object: JsonObject, old: JsonObject, isChanged: boolean): void {
  const before = metadataOf(old).generation ?? 0;
  if (isChanged) metadataOf(object).generation = typeof before === 'bigint' ? before + 1n : before + 1;
}
