import { Buffer } from 'node:buffer';

const SIMPLE: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
]);

/** Number and base of the digits after each escape letter. */
const NUMERIC: ReadonlyMap<string, { readonly pattern: RegExp; readonly base: number; readonly isByte: boolean }> =
  new Map([
    ['x', { pattern: /x([\dA-Fa-f]{2})/y, base: 16, isByte: true }],
    ['u', { pattern: /u([\dA-Fa-f]{4})/y, base: 16, isByte: false }],
    ['U', { pattern: /U([\dA-Fa-f]{8})/y, base: 16, isByte: false }],
    ...Array.from('01234567').map((digit) => [digit, { pattern: /([0-7]{3})/y, base: 8, isByte: true }] as const),
  ]);

/**
 * Unquotes a text in single or double quotes with Go's escapes (`strconv.UnquoteChar`). Undefined for invalid syntax,
 * such as an unknown escape.
 */
export function unquote(quoted: string): string | undefined {
  const quote = quoted.charAt(0);
  const body = quoted.slice(1, -1);
  if (quoted.length < 2 || !quoted.endsWith(quote) || (quote !== '"' && quote !== "'")) return undefined;
  if (!body.includes('\\')) return body.includes(quote) ? undefined : body;
  const parts: Uint8Array[] = [];
  let start = 0;
  for (;;) {
    const escape = body.indexOf('\\', start);
    const plain = body.slice(start, escape < 0 ? undefined : escape);
    if (plain.includes(quote)) return undefined;
    parts.push(Buffer.from(plain));
    if (escape < 0) return Buffer.concat(parts).toString();
    const read = readEscape(body, escape + 1, quote);
    if (read === undefined) return undefined;
    parts.push(read.bytes);
    start = read.end;
  }
}

/** Parses after a backslash. */
function readEscape(
  text: string,
  index: number,
  quote: string,
): { readonly bytes: Uint8Array; readonly end: number } | undefined {
  const letter = text.charAt(index);
  const code = letter === quote ? letter.charCodeAt(0) : SIMPLE.get(letter);
  if (code !== undefined) return { bytes: Uint8Array.of(code), end: index + 1 };
  const numeric = NUMERIC.get(letter);
  if (numeric === undefined) return undefined;
  numeric.pattern.lastIndex = index;
  const digits = numeric.pattern.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const value = Number.parseInt(digits, numeric.base);
  const end = index + digits.length + (numeric.base === 16 ? 1 : 0);
  if (numeric.isByte) return value > 255 ? undefined : { bytes: Uint8Array.of(value), end };
  if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return undefined;
  return { bytes: Buffer.from(String.fromCodePoint(value)), end };
}
