import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/**
 * The maximum number of values (objects, lists, strings, numbers and so on) in an object, as sent and as stored. A
 * limit in bytes does not suffice: `{}` takes three bytes, and a kilobyte with its defaults.
 */
export const MAX_VALUES = 100_000;

/** Throws 413 if a document has more values, unless the one it replaces has as many. */
export function refuseTooManyValues(document: JsonValue, former?: JsonValue): void {
  if (countValues(document, MAX_VALUES) <= MAX_VALUES) return;
  if (former !== undefined && countValues(document) <= countValues(former)) return;
  throw new StatusError('RequestEntityTooLarge', `Request entity too large: it has more than ${MAX_VALUES} values`);
}

/** Stops counting above `most`. */
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
