import { isObject, type JsonValue } from '../json/value.js';

/** The UTF-8 length of the compact JSON text of `value`, at any depth. */
export function jsonSize(value: JsonValue): number {
  let size = 0;
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      size += stringSize(next);
    } else if (Array.isArray(next)) {
      size += 2 + Math.max(0, next.length - 1);
      for (const item of next) pending.push(item);
    } else if (isObject(next)) {
      const keys = Object.keys(next);
      size += 2 + Math.max(0, keys.length * 2 - 1);
      for (const key of keys) {
        size += stringSize(key);
        pending.push(next[key] as JsonValue);
      }
    } else {
      size += String(next).length;
    }
  }
  return size;
}

function stringSize(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
