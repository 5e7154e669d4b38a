import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/**
 * Of how many values (objects, lists, texts, numbers and so on) a document from a client may be made. Its bytes alone bound
 * too little: `{}` takes three of them, and with its defaults a kilobyte.
 */
export const MAX_VALUES = 100_000;

/** Throws 413 for a document of more values. */
export function refuseTooManyValues(document: JsonValue): void {
  const pending: JsonValue[] = [document];
  let count = 1;
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const inside = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    count += inside.length;
    if (count > MAX_VALUES) {
      throw new StatusError('RequestEntityTooLarge', `Request entity too large: it has more than ${MAX_VALUES} values`);
    }
    for (const each of inside) if (typeof each === 'object' && each !== null) pending.push(each);
  }
}

/** The same for a document that was read from so many bytes: few of them cannot hold so many values. */
export function refuseTooManyValuesIn(bytes: Uint8Array, document: JsonValue): void {
  if (bytes.byteLength > MAX_VALUES) refuseTooManyValues(document);
}
