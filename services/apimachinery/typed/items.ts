import type { PathElement } from '../fieldpath/element.js';
import type { JsonArray, JsonValue } from '../json/value.js';
import type { ListType } from './type.js';
import { itemElement } from './value.js';

/** The items of a set or a map, by path element. */
export interface Items {
  /** One for each item, in order. */
  readonly elements: readonly PathElement[];
  /** Null for items that are there twice. */
  readonly values: ReadonlyMap<PathElement, JsonValue>;
}

export function itemsOf(type: ListType, list: JsonArray): Items {
  const elements: PathElement[] = [];
  const values = new Map<PathElement, JsonValue>();
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    const element = itemElement(type, item, index);
    elements.push(element);
    values.set(element, values.has(element) ? null : item);
  }
  return { elements, values };
}

export function hasRepeated({ elements, values }: Items): boolean {
  return elements.length !== values.size;
}

/** Whether two lists have the same items in the same order, each of them once. */
export function isAligned(a: Items, b: Items): boolean {
  if (a.elements.length !== b.elements.length || hasRepeated(a)) return false;
  return a.elements.every((element, index) => element === b.elements[index]);
}
