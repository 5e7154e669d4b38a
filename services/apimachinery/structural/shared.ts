import { writeJson } from '../json/write.js';
import type { JsonValue } from '../json/value.js';

/**
 * Makes the function that gives one object for all that are equal, as long as something holds it: for parts that hold one another, which
 * are given from the inside out. Definitions have most of their parts in common, with one another and between their versions: what is
 * compiled for a part is then compiled once. Members are parts, JSON, and lists and maps of these; in all but `default`, false and nothing
 * in a list or a map say the same as an absent member.
 */
export function createSharing<Part extends object>(): (part: Part) => Part {
  const held = new Map<number, WeakRef<Part>>();
  const numbers = new WeakMap<object, number>();
  const gone = new FinalizationRegistry((hash: number) => {
    if (held.get(hash)?.deref() === undefined) held.delete(hash);
  });
  let count = 0;

  /** Equal for equal parts, and for no others. */
  function textOf(part: Part): string {
    let text = '';
    for (const name of Object.keys(part)) {
      const value: unknown = part[name as keyof Part];
      if (value !== undefined && (name === 'default' || !saysNothing(value))) text += `${name}:${memberText(value)},`;
    }
    return text;
  }

  function memberText(value: unknown): string {
    if (value instanceof Map)
      return `{${[...value].map(([name, member]) => JSON.stringify(name) + memberText(member)).join()}}`;
    if (Array.isArray(value)) return `[${value.map(memberText).join()}]`;
    const number = typeof value === 'object' && value !== null ? numbers.get(value) : undefined;
    return number === undefined ? writeJson(value as JsonValue) : `#${number}`;
  }

  return (part) => {
    const text = textOf(part);
    const hash = hashOf(text);
    const known = held.get(hash)?.deref();
    if (known !== undefined) return textOf(known) === text ? known : numbered(part);
    held.set(hash, new WeakRef(part));
    gone.register(part, hash);
    return numbered(part);
  };

  function numbered(part: Part): Part {
    numbers.set(part, count++);
    return part;
  }
}

/** Of a member that is no JSON value of its own. */
function saysNothing(value: unknown): boolean {
  if (value === false) return true;
  return Array.isArray(value) ? value.length === 0 : value instanceof Map && value.size === 0;
}

/** 53 bits of a text (cyrb53, in the public domain). */
function hashOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
