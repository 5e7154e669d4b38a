import { isObject, type JsonValue } from '../json/value.js';
import { JsonPathError } from './error.js';

/** Visits that every evaluation may make. */
const BASE = 10_000;
/** Additional visits for each value of the document. */
const FACTOR = 8;

/** Limits the values that an evaluation visits. */
export interface Budget {
  /** Throws {@link JsonPathError} when the visits exceed the budget. */
  readonly spend: (visits: number) => void;
}

/**
 * A budget proportional to the document, because a path such as `..*..*..*` visits each value once for every way to it.
 * The document is measured only when an evaluation makes many visits.
 */
export function budgetFor(document: JsonValue): Budget {
  let spent = 0;
  let limit = BASE;
  let isCounted = false;
  return {
    spend(visits) {
      spent += visits;
      if (spent <= limit) return;
      if (!isCounted) {
        isCounted = true;
        limit = BASE + FACTOR * sizeOf(document);
      }
      if (spent > limit) throw new JsonPathError(`the path visits more than ${limit} values`);
    },
  };
}

/** The number of values plus the bytes of texts, which wildcards also visit. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return 1 + value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + sizeOf(item), 1);
}
