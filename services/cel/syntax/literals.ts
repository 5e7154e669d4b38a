import { SyntaxProblem } from './problem.js';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
};
/** An escape: a character, a byte or code point by number, or an invalid one. */
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|X([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]))/g;

interface Parts {
  readonly body: string;
  readonly isRaw: boolean;
}

/** The value of a string literal. */
export function stringLiteral(source: string, at: number): string {
  const { body, isRaw } = parts(source);
  if (isRaw) return body;
  return body.replace(ESCAPE, (_, x, X, u, U, octal, one) => {
    const number = codeOf([x, X, u, U], octal);
    if (number !== undefined) return codePoint(number, at);
    return ESCAPES[one] ?? fail(at);
  });
}

/** The value of a bytes literal: UTF-8 characters and escaped single bytes. */
export function bytesLiteral(source: string, at: number): Uint8Array {
  const { body, isRaw } = parts(source);
  if (isRaw) return Buffer.from(body);
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const found of body.matchAll(ESCAPE)) {
    const [all, x, X, u, U, octal, one] = found;
    pieces.push(Buffer.from(body.slice(end, found.index)));
    end = found.index + all.length;
    const byte = codeOf([x, X], octal);
    if (byte !== undefined) pieces.push(Uint8Array.of(byte));
    else if (u !== undefined || U !== undefined) fail(at);
    else pieces.push(Buffer.from(ESCAPES[one ?? ''] ?? fail(at)));
  }
  pieces.push(Buffer.from(body.slice(end)));
  return Buffer.concat(pieces);
}

function parts(source: string): Parts {
  const open = source.search(/["']/);
  const quotes = /^("""|'''|"|')/.exec(source.slice(open))?.[0].length ?? 1;
  const body = source
    .slice(open + quotes, -quotes)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  return { body, isRaw: /[rR]/.test(source.slice(0, open)) };
}

function codeOf(hexadecimal: readonly (string | undefined)[], octal: string | undefined): number | undefined {
  const found = hexadecimal.find((text) => text !== undefined);
  if (found !== undefined) return Number.parseInt(found, 16);
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}

function codePoint(number: number, at: number): string {
  if (number > 0x10ffff || (number >= 0xd800 && number < 0xe000)) return fail(at);
  return String.fromCodePoint(number);
}

function fail(at: number): never {
  throw new SyntaxProblem(at, 'unable to unescape string');
}

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;
/** Length limit of a valid literal; parsing many digits is slow. */
const MAX_DIGITS = 400;

/** The value of an int literal with its sign. */
export function intLiteral(source: string, isNegative: boolean, at: number): bigint {
  if (source.length <= MAX_DIGITS) {
    const value = isNegative ? -BigInt(source) : BigInt(source);
    if (value >= MIN_INT && value <= MAX_INT) return value;
  }
  throw new SyntaxProblem(at, 'invalid int literal');
}

/** The value of a uint literal, which ends with `u`. */
export function uintLiteral(source: string, at: number): bigint {
  if (source.length <= MAX_DIGITS) {
    const value = BigInt(source.slice(0, -1));
    if (value <= MAX_UINT) return value;
  }
  throw new SyntaxProblem(at, 'invalid uint literal');
}

export function doubleLiteral(source: string, isNegative: boolean, at: number): number {
  const value = Number(source);
  if (!Number.isFinite(value)) throw new SyntaxProblem(at, 'invalid double literal');
  return isNegative ? -value : value;
}
