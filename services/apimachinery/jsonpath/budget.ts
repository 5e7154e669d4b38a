import { isObject, type JsonValue } from '../json/value.js';
import { JsonPathError } from './error.js';

/** Values that every evaluation may visit, however small the document is. */
const BASE = 10_000;
/** Visits of each value of the document beyond that, on average. */
const FACTOR = 8;

/** Counts the values that an evaluation visits. */
export interface Budget {
  /** Throws {@link JsonPathError} when the visits are out of proportion to the document. */
  readonly spend: (visits: number) => void;
}

/**
 * A budget in proportion to the document: a path such as `..*..*..*` visits each value once for every way that leads to it. The
 * values of the document are only counted for an evaluation that visits many.
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

/** The number of values, and of bytes in texts, which wildcards visit too. */
function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return 1 + value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + sizeOf(item), 1);
}
