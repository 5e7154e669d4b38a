import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/**
 * Of how many values (objects, lists, texts, numbers and so on) an object may be made, as a client sends it and as it is
 * kept. Its bytes alone bound too little: `{}` takes three of them, and with its defaults a kilobyte.
 */
export const MAX_VALUES = 100_000;

/** Throws 413 for a document of more values, unless it replaces one that has as many. */
export function refuseTooManyValues(document: JsonValue, former?: JsonValue): void {
  if (countValues(document, MAX_VALUES) <= MAX_VALUES) return;
  if (former !== undefined && countValues(document) <= countValues(former)) return;
  throw new StatusError('RequestEntityTooLarge', `Request entity too large: it has more than ${MAX_VALUES} values`);
}

/** Does not go on once there are more than `most`. */
function countValues(document: JsonValue, most = Infinity): number {
  const pending: JsonValue[] = [document];
  let count = 1;
  for (let value = pending.pop(); value !== undefined && count <= most; value = pending.pop()) {
    const inside = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    count += inside.length;
    for (const each of inside) if (typeof each === 'object' && each !== null) pending.push(each);
  }
  return count;
}
