import { parseJson } from '../json/parse.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { errorMessage } from '../status/error-message.js';
import { ApplyError } from './apply-error.js';
import { canonicalJson, compareTexts } from './canonical.js';

/**
 * One path element in the notation of FieldsV1:
 *
 * - `f:name`: a member of an object;
 * - `k:{"name":"a"}`: a list item with these key fields, sorted;
 * - `v:"a"`: a set item;
 * - `i:0`: the item at an index.
 *
 * The notation is canonical, so equal elements are equal texts.
 */
export type PathElement = string;

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${canonicalJson(value)}`;
}

export function indexElement(index: number): PathElement {
  return `i:${index}`;
}

/** One or two key fields with simple values: the usual form, which needs no parser. */
const MEMBER = '"([\\w.-]+)":(?:"([\\w./: -]*)"|(0|[1-9]\\d{0,14}))';
const PLAIN_KEY = new RegExp(`^k:\\{${MEMBER}(?:,${MEMBER})?\\}$`);
const PLAIN_VALUE = /^v:"[\w./: -]*"$/;

/**
 * Parses a key of FieldsV1; undefined for an unknown kind, which later versions may have. Throws ApplyError `fields`.
 */
export function readElement(key: string, path: readonly PathElement[]): PathElement | undefined {
  if (key.length < 2) throw malformed(path, `key must be 2 characters long: ${key}`);
  if (key[1] !== ':') throw malformed(path, `missing colon: ${key}`);
  switch (key.charAt(0)) {
    case 'f':
      return key;
    case 'v':
      return PLAIN_VALUE.test(key) ? key : `v:${canonicalJson(readJson(key, path))}`;
    case 'k':
      return isPlainKey(key) ? key : `k:${canonicalJson(readKeys(key, path))}`;
    case 'i':
      if (!/^i:[+-]?\d{1,15}$/.test(key)) throw malformed(path, `not an index: ${key}`);
      return indexElement(Number(key.slice(2)));
    default:
      return undefined;
  }
}

function isPlainKey(key: string): boolean {
  const match = PLAIN_KEY.exec(key);
  return match !== null && (match[4] === undefined || compareTexts(match[1] ?? '', match[4]) < 0);
}

function readKeys(key: string, path: readonly PathElement[]): JsonObject {
  const value = readJson(key, path);
  if (value === null) return newObject();
  if (!isObject(value)) throw malformed(path, `expected an object of key fields: ${key}`);
  return value;
}

function readJson(element: string, path: readonly PathElement[]): JsonValue {
  try {
    return parseJson(element.slice(2)).value;
  } catch (error) {
    const reason = errorMessage(error);
    throw malformed(path, `parsing key as path element ${element}: ${reason}`);
  }
}

/** The error for invalid FieldsV1 at a path. */
export function malformed(path: readonly PathElement[], message: string): ApplyError {
  return new ApplyError('fields', [{ path: path.map(elementText).join(''), message }]);
}

/** The value of a `v:` or `k:` element. */
export function elementValue(element: PathElement): JsonValue {
  return readJson(element, []);
}

/** The key fields of a `k:` element, as alternating names and values. */
export function keyMembers(element: PathElement): JsonValue[] {
  const match = PLAIN_KEY.exec(element);
  if (match === null) return membersOf(elementValue(element));
  const members = [match[1] ?? '', match[2] ?? Number(match[3])];
  if (match[4] !== undefined) members.push(match[4], match[5] ?? Number(match[6]));
  return members;
}

/** The sorted members of an object, as alternating names and values. */
export function membersOf(value: JsonValue): JsonValue[] {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .sort(compareTexts)
    .flatMap((key) => [key, value[key] ?? null]);
}

/** In the notation of errors: `.name`, `[name="a"]`, `[="a"]` or `[0]`. */
export function elementText(element: PathElement): string {
  if (element.startsWith('f:')) return `.${element.slice(2)}`;
  if (element.startsWith('i:')) return `[${element.slice(2)}]`;
  if (!element.startsWith('k:')) return `[=${valueText(elementValue(element))}]`;
  const members = keyMembers(element);
  const fields = members.flatMap((name, index) =>
    index % 2 === 0 && typeof name === 'string' ? [`${name}=${valueText(members[index + 1] ?? null)}`] : [],
  );
  return `[${fields.join(',')}]`;
}

function valueText(value: JsonValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : canonicalJson(value);
}
