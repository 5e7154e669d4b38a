import type { Json } from '../api/types.js';

/** The field name or list index that a key of a field set (FieldsV1) stands for in a value; undefined if it is not there. */
export function stepOf(value: Json | undefined, key: string): string | number | undefined {
  const text = key.slice(2);
  switch (key.slice(0, 2)) {
    case 'f:':
      return text;
    case 'i:':
      return Number(text);
    case 'k:': {
      const wanted = Object.entries((parsed(text) ?? {}) as Readonly<Record<string, Json>>);
      return indexOf(value, (item) => wanted.every(([name, part]) => isSame(childAt(item, name), part)));
    }
    case 'v:': {
      const wanted = parsed(text);
      return indexOf(value, (item) => isSame(item, wanted));
    }
    default:
      return undefined;
  }
}

/** The child at a field name or list index. */
export function childAt(value: Json | undefined, step: string | number | undefined): Json | undefined {
  if (typeof value !== 'object' || value === null || step === undefined) return undefined;
  if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
  return Object.hasOwn(value, step) ? (value as Readonly<Record<string, Json | undefined>>)[step] : undefined;
}

function indexOf(value: Json | undefined, matches: (item: Json) => boolean): number | undefined {
  const index = Array.isArray(value) ? (value as readonly Json[]).findIndex(matches) : -1;
  return index < 0 ? undefined : index;
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
