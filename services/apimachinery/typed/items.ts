import type { PathElement } from '../fieldpath/element.js';
import type { JsonArray, JsonValue } from '../json/value.js';
import type { ListType } from './type.js';
import { itemElement } from './value.js';

/** The items of a set or a map. */
export interface Items {
  /** One for each item, in order. */
  readonly elements: readonly PathElement[];
  /** By path element; null for duplicate items. */
  readonly values: ReadonlyMap<PathElement, JsonValue>;
}

export function elementsOf(type: ListType, list: JsonArray): PathElement[] {
  return list.map((item, index) => itemElement(type, item, index));
}

export function withValues(elements: readonly PathElement[], list: JsonArray): Items {
  const values = new Map<PathElement, JsonValue>();
  for (const [index, element] of elements.entries()) {
    values.set(element, values.has(element) ? null : (list[index] ?? null));
  }
  return { elements, values };
}

export function hasRepeated({ elements, values }: Items): boolean {
  return elements.length !== values.size;
}

/** Whether two lists have the same unique items in the same order. */
export function isAligned(a: readonly PathElement[], b: readonly PathElement[]): boolean {
  if (a.length !== b.length || !a.every((element, index) => element === b[index])) return false;
  return a.length < 2 || new Set(a).size === a.length;
}
