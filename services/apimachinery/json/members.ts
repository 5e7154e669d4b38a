import type { Steps } from '../steps/steps.js';
import { parseJson } from './parse.js';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Bytes between two steps: some hundred microseconds. */
const AT_ONCE = 1 << 18;

/**
 * Finds the members of a JSON object, with a step after each. Values are not parsed, so that a large document can be
 * parsed in pieces: `each` gets their bytes. Throws if the bytes are not an object.
 */
export function* eachMember(bytes: Uint8Array, each: (key: string, value: Uint8Array) => void): Steps<void> {
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN_BRACE) throw new Error('expected an object');
  let isFirst = true;
  for (;;) {
    at = skipSpace(bytes, at + 1);
    if (isFirst && bytes[at] === CLOSE_BRACE) break;
    isFirst = false;
    const keyEnd = endOfText(bytes, at);
    const { value: key } = parseJson(bytes.subarray(at, keyEnd));
    if (typeof key !== 'string') throw new Error('expected a key');
    at = skipSpace(bytes, keyEnd);
    if (bytes[at] !== COLON) throw new Error('expected a colon after a key');
    const start = skipSpace(bytes, at + 1);
    const end = yield* endOfValue(bytes, start);
    each(key, bytes.subarray(start, end));
    yield;
    at = skipSpace(bytes, end);
    if (bytes[at] === CLOSE_BRACE) break;
    if (bytes[at] !== COMMA) throw new Error('expected a comma after a member');
  }
  if (skipSpace(bytes, at + 1) < bytes.length) throw new Error('expected the end after the object');
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let byte = bytes[at]; isSpace(byte); byte = bytes[at]) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}

/** The position after the closing quote of the text that begins at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) throw new Error('expected a text');
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  throw new Error('a text does not end');
}

/** The position after the value that begins at `start`. Only brackets and texts are checked. */
function* endOfValue(bytes: Uint8Array, start: number): Steps<number> {
  let depth = 0;
  let pause = start + AT_ONCE;
  for (let at = start; at < bytes.length;) {
    const byte = bytes[at];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    if (depth === 0 && at > start && (byte === COMMA || byte === CLOSE_BRACE || isSpace(byte))) return at;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    at = byte === QUOTE ? endOfText(bytes, at) : at + 1;
    if (depth === 0 && (byte === QUOTE || byte === CLOSE_BRACE || byte === CLOSE_BRACKET)) return at;
    if (at > pause) {
      pause = at + AT_ONCE;
      yield;
    }
  }
  throw new Error('the object does not end');
}
