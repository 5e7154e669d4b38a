import { isObject, type JsonValue } from '../json/value.js';

/**
 * Canonical JSON of a value inside a path element: sorted members, and `<`, `>` and `&` escaped as in Go. Equal values
 * have equal texts.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return String(value);
  const members = Object.keys(value)
    .sort(compareTexts)
    .map((key) => `${quoted(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

/** Texts that need no escaping. */
const PLAIN = /^[\w ./:@~+=,;!?#$%^*()[\]{}|'`-]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return JSON.stringify(text).replaceAll(/\\.|[<>&\u2028\u2029]/g, (found) => ESCAPES.get(found) ?? found);
}

/** Characters that Go escapes differently than JavaScript. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\b', '\\u0008'],
  ['\\f', '\\u000c'],
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
]);

/** Compares texts by their UTF-8 bytes. This differs from code units only for surrogates. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
