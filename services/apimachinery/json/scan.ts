import { JsonSyntaxError, positionAt, unexpectedCharacter } from './syntax-error.js';

/** A text and a read position. */
export interface Cursor {
  readonly text: string;
  /** UTF-16 index of the next character. */
  index: number;
}

export const QUOTE = 0x22;
const SPACE = 0x20;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;

/** Skips white space and returns the code of the next character without consuming it; NaN at the end. */
export function skipSpace(cursor: Cursor): number {
  const { text } = cursor;
  let index = cursor.index;
  let code = text.charCodeAt(index);
  while (code <= SPACE && (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09)) {
    code = text.charCodeAt(++index);
  }
  cursor.index = index;
  return code;
}

/** Reads a string; the cursor is after the opening quote. */
export function readString(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.index;
  for (let index = start; ; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      cursor.index = index + 1;
      return text.slice(start, index);
    }
    if (code === BACKSLASH) return readEscapedString(cursor, index);
    if (!(code >= SPACE)) throw unexpectedCharacter(text, index, 'in string literal');
  }
}

/** Continues from the first backslash. JSON.parse unescapes a string much faster than code here could. */
function readEscapedString(cursor: Cursor, firstBackslash: number): string {
  const { text } = cursor;
  const start = cursor.index;
  let index = firstBackslash;
  let surrogates = false;
  for (let code = BACKSLASH; code !== QUOTE; code = text.charCodeAt(++index)) {
    if (code === BACKSLASH) {
      const escape = text.charCodeAt(++index);
      if (escape === 0x75) {
        checkHex(text, index + 1);
        surrogates ||= (text.charCodeAt(index + 1) | 0x20) === 0x64;
        index += 4;
      } else if (!isShortEscape(escape)) {
        throw unexpectedCharacter(text, index, 'in string escape code');
      }
    } else if (!(code >= SPACE)) {
      throw unexpectedCharacter(text, index, 'in string literal');
    }
  }
  cursor.index = index + 1;
  const value = JSON.parse(text.slice(start - 1, index + 1)) as string;
  return surrogates ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
}

/** One of `"`, `/`, `\`, b, f, n, r, t. */
function isShortEscape(code: number): boolean {
  switch (code) {
    case QUOTE:
    case 0x2f:
    case BACKSLASH:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

function checkHex(text: string, start: number): void {
  for (let index = start; index < start + 4; index++) {
    const code = text.charCodeAt(index);
    const letter = code | 0x20;
    if (!isDigit(code) && !(letter >= 0x61 && letter <= 0x66)) {
      throw unexpectedCharacter(text, index, String.raw`in \u hexadecimal character escape`);
    }
  }
}

/** Digit limit of integers. */
const MAX_INTEGER_DIGITS = 1000;
/** Integers with this many digits always fit a double. */
const EXACT_DIGITS = 15;

/** Reads a number at the cursor. Integers beyond the range of a double become bigints. */
export function readNumber(cursor: Cursor): number | bigint {
  const { text } = cursor;
  const start = cursor.index;
  let index = start;
  let code = text.charCodeAt(index);
  const negative = code === MINUS;
  if (negative) code = text.charCodeAt(++index);
  if (!isDigit(code)) throw unexpectedCharacter(text, index, 'in numeric literal');
  const firstDigit = index;
  let small = 0;
  if (code === ZERO) {
    code = text.charCodeAt(++index);
  } else {
    for (; isDigit(code); code = text.charCodeAt(++index)) small = small * 10 + (code - ZERO);
  }
  if (code === POINT || (code | 0x20) === 0x65) return readDecimal(cursor, index);
  cursor.index = index;
  const digits = index - firstDigit;
  if (digits <= EXACT_DIGITS) return negative && small !== 0 ? -small : small;
  if (digits > MAX_INTEGER_DIGITS) {
    throw new JsonSyntaxError(`number has more than ${MAX_INTEGER_DIGITS} digits`, positionAt(text, start));
  }
  const exact = BigInt(text.slice(start, index));
  const rounded = Number(exact);
  return Number.isSafeInteger(rounded) ? rounded : exact;
}

/** Continues from the point or exponent; the cursor is still at the start of the number. */
function readDecimal(cursor: Cursor, after: number): number {
  const { text } = cursor;
  let index = after;
  if (text.charCodeAt(index) === POINT) {
    index = skipDigits(text, index + 1, 'after decimal point in numeric literal');
  }
  if ((text.charCodeAt(index) | 0x20) === 0x65) {
    const sign = text.charCodeAt(++index);
    if (sign === PLUS || sign === MINUS) index++;
    index = skipDigits(text, index, 'in exponent of numeric literal');
  }
  const literal = text.slice(cursor.index, index);
  const value = Number(literal);
  if (!Number.isFinite(value)) {
    const shown = literal.length > 40 ? `${literal.slice(0, 40)}...` : literal;
    throw new JsonSyntaxError(`number ${shown} is out of range`, positionAt(text, cursor.index));
  }
  cursor.index = index;
  return value;
}

function skipDigits(text: string, start: number, context: string): number {
  let index = start;
  if (!isDigit(text.charCodeAt(index))) throw unexpectedCharacter(text, index, context);
  while (isDigit(text.charCodeAt(index))) index++;
  return index;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Reads `true`, `false` or `null` at the cursor. */
export function readLiteral<T>(cursor: Cursor, literal: string, value: T): T {
  const { text, index } = cursor;
  for (let offset = 1; offset < literal.length; offset++) {
    if (text.charCodeAt(index + offset) !== literal.charCodeAt(offset)) {
      throw unexpectedCharacter(text, index + offset, `in literal ${literal} (expecting '${literal[offset] ?? ''}')`);
    }
  }
  cursor.index = index + literal.length;
  return value;
}
