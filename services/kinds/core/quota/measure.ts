import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Evaluator } from './evaluator.js';
import { addLists, pick, type ResourceList } from './resource-list.js';
import { scopesOf } from './scopes.js';
import { parseQuantity, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';

const ZERO = parseQuantity('0');

/** The usage of a quota by the objects of one resource: 0 for names that the evaluator tracks (CalculateUsageStats). */
export function measuredUsage(
  { spec }: ResourceQuota,
  { tracks, isInScope, usage }: Evaluator,
  objects: Iterable<JsonObject>,
  now: Date,
): ResourceList {
  const names = Object.keys(spec.hard ?? {}).filter(tracks);
  const scopes = scopesOf(spec);
  let sum: ResourceList = new Map<string, Quantity>(names.map((name) => [name, ZERO]));
  for (const object of objects) {
    if (scopes.every((scope) => isInScope?.(scope, object) === true)) sum = addLists(sum, usage(object, now));
  }
  return pick(sum, (name) => names.includes(name));
}
