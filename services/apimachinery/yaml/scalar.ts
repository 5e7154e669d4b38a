/** The value of a plain scalar. Timestamps are read as text, but writers must quote them. */
export type PlainScalar =
  | { readonly kind: 'null' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: number | bigint }
  /** May be infinite or NaN (`.inf`, `.nan`). */
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'timestamp' | 'string' };

const NULL: PlainScalar = { kind: 'null' };
const TRUE: PlainScalar = { kind: 'bool', value: true };
const FALSE: PlainScalar = { kind: 'bool', value: false };
const STRING: PlainScalar = { kind: 'string' };

/** YAML 1.1 words in lower case, upper case and capitalised. */
const WORDS = new Map<string, PlainScalar>(
  Object.entries<PlainScalar>({
    '~': NULL,
    null: NULL,
    y: TRUE,
    yes: TRUE,
    true: TRUE,
    on: TRUE,
    n: FALSE,
    no: FALSE,
    false: FALSE,
    off: FALSE,
    '.inf': { kind: 'float', value: Infinity },
    '+.inf': { kind: 'float', value: Infinity },
    '-.inf': { kind: 'float', value: -Infinity },
    '.nan': { kind: 'float', value: NaN },
  }).flatMap(([word, scalar]) =>
    [word, word.toUpperCase(), word.replace(/[a-z]/, (first) => first.toUpperCase())].map(
      (spelling): [string, PlainScalar] => [spelling, scalar],
    ),
  ),
).set('.NaN', { kind: 'float', value: NaN });

const MAX_WORD = 5;
const TIMESTAMP = /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)?)?$/;
const DECIMAL = /^[-+]?(?:0|[1-9]\d*)$/;
const OTHER_BASE = /^([-+]?)0(?:([xX])([\da-fA-F]+)|([bB])([01]+)|[oO]?([0-7]+))$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
/** The digit limit of JSON integers. */
const MAX_INTEGER_DIGITS = 1000;
const MAX_UINT64 = 2n ** 64n - 1n;
const MIN_INT64 = -(2n ** 63n);

/**
 * Resolves a scalar as Kubernetes' Go library does: YAML 1.1 words and numbers (`yes`, `0x1f`, `017`, `1_000`), without
 * base 60. Decimal integers of any size stay exact; in other bases, more than 64 bits are text.
 */
export function resolvePlain(text: string): PlainScalar {
  if (text === '') return NULL;
  if (text.length <= MAX_WORD) {
    const word = WORDS.get(text);
    if (word !== undefined) return word;
  }
  const first = text.charCodeAt(0);
  if (first === 0x2e) return FLOAT.test(text) ? floatOf(text) : STRING;
  if ((first < 0x30 || first > 0x39) && first !== 0x2b && first !== 0x2d) return STRING;
  if (TIMESTAMP.test(text)) return { kind: 'timestamp' };
  return resolveNumber(text.replaceAll('_', ''));
}

function resolveNumber(text: string): PlainScalar {
  if (DECIMAL.test(text)) {
    return text.length <= MAX_INTEGER_DIGITS + 1 ? intOf(BigInt(text.replace('+', ''))) : STRING;
  }
  const match = OTHER_BASE.exec(text);
  if (match !== null) {
    const [, sign, , hex, , binary, octal = ''] = match;
    const digits = hex !== undefined ? `0x${hex}` : binary !== undefined ? `0b${binary}` : `0o${octal}`;
    const value = digits.length <= MAX_INTEGER_DIGITS ? BigInt(digits) * (sign === '-' ? -1n : 1n) : MAX_UINT64 + 1n;
    if (value <= MAX_UINT64 && value >= MIN_INT64) return intOf(value);
  }
  return FLOAT.test(text) ? floatOf(text) : STRING;
}

function intOf(exact: bigint): PlainScalar {
  const value = Number(exact);
  return { kind: 'int', value: Number.isSafeInteger(value) ? value : exact };
}

function floatOf(text: string): PlainScalar {
  const value = Number(text);
  return Number.isFinite(value) ? { kind: 'float', value } : STRING;
}

/** A float as a mapping key: in single precision, as in Kubernetes. */
export function floatKey(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  let text = single.toExponential();
  for (let digits = 0; digits < 9; digits++) {
    const shorter = single.toExponential(digits);
    if (Math.fround(Number(shorter)) === single) {
      text = shorter;
      break;
    }
  }
  const exponent = Number(text.slice(text.indexOf('e') + 1));
  if (exponent >= -4 && exponent < 6) return plainDecimal(text, exponent);
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${text.slice(0, text.indexOf('e'))}e${exponent < 0 ? '-' : '+'}${size}`;
}

/** `1.25e+2` as `125`. */
function plainDecimal(text: string, exponent: number): string {
  const digits = text.slice(0, text.indexOf('e')).replace(/[-.]/g, '').length;
  return Number(text).toFixed(Math.max(0, digits - 1 - exponent));
}
