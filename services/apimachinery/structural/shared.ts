import { writeJson } from '../json/write.js';
import type { JsonValue } from '../json/value.js';

/**
 * Creates an interning function: returns one object for all equal parts, as long as one is alive. Nested parts must be
 * interned first. Definitions share most of their parts, with each other and across versions, so each part is compiled
 * once. Members are parts, JSON, and lists and maps of these. Except in `default`, false and empty lists or maps equal
 * an absent member.
 */
export function createSharing<Part extends object>(): (part: Part) => Part {
  const held = new Map<number, WeakRef<Part>>();
  const numbers = new WeakMap<object, number>();
  const collected = new FinalizationRegistry((hash: number) => {
    if (held.get(hash)?.deref() === undefined) held.delete(hash);
  });
  let count = 0;

  /** Equal exactly for equal parts. */
  function textOf(part: Part): string {
    let text = '';
    for (const name in part) {
      const value: unknown = part[name];
      if (value !== undefined && (name === 'default' || !saysNothing(value))) text += `${name}:${memberText(value)},`;
    }
    return text;
  }

  function memberText(value: unknown): string {
    if (typeof value === 'string') return JSON.stringify(value);
    if (value instanceof Map) {
      let text = '{';
      for (const [name, member] of value) text += `${JSON.stringify(name)}${memberText(member)},`;
      return `${text}}`;
    }
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
    collected.register(part, hash);
    return numbered(part);
  };

  function numbered(part: Part): Part {
    numbers.set(part, count++);
    return part;
  }
}

/** The text of a member that is not a JSON value of its own. */
function saysNothing(value: unknown): boolean {
  if (value === false) return true;
  return Array.isArray(value) ? value.length === 0 : value instanceof Map && value.size === 0;
}

/** A 53-bit hash of a text (cyrb53, public domain). */
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
