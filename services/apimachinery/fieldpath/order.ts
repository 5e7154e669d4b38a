import { isObject, type JsonValue } from '../json/value.js';
import { compareTexts } from './canonical.js';
import { elementValue, keyMembers, membersOf, type PathElement } from './element.js';

/** Order: fields, keyed items, set items, indexes. */
const SORTS = 'fkvi';

/** Sorts elements as Kubernetes writes them. */
export function inOrder(elements: Iterable<PathElement>): PathElement[] {
  const list = [...elements];
  if (list.length < 2) return list;
  if (list.every((element) => element.startsWith('f:'))) return list.sort(compareTexts);
  const keyed = list.map((element) => ({ element, sort: SORTS.indexOf(element.charAt(0)), value: sortValue(element) }));
  keyed.sort((a, b) => a.sort - b.sort || compareValues(a.value, b.value));
  return keyed.map(({ element }) => element);
}

function sortValue(element: PathElement): JsonValue {
  switch (element.charAt(0)) {
    case 'f':
      return element;
    case 'i':
      return Number(element.slice(2));
    case 'k':
      return keyMembers(element);
    default:
      return elementValue(element);
  }
}

/** Orders numbers, texts, booleans, lists, objects and null, each by value. */
function compareValues(a: JsonValue, b: JsonValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const sort = rank(a) - rank(b);
  if (sort !== 0) return sort;
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  if (isObject(a) && isObject(b)) return compareLists(membersOf(a), membersOf(b));
  if (a === null || b === null || a === b) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}

function rank(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
}

function compareLists(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    const order = compareValues(a[index] ?? null, b[index] ?? null);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
