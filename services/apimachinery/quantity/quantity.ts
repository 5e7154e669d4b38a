/** The kind of a quantity's suffix, which its canonical text keeps: `12Mi`, `12M` or `12e6`. */
export type QuantityFormat = 'binarySI' | 'decimalSI' | 'decimalExponent';

/** An exact fixed-point number of at most 2^63-1 in magnitude. */
export interface Quantity {
  /** The value in thousandths. */
  readonly milli: bigint;
  readonly format: QuantityFormat;
}

/** The text is not a quantity. The message is Kubernetes' own. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

const DECIMAL_PLACES = 3;
const UNIT = 10n ** BigInt(DECIMAL_PLACES);
const MAXIMUM = (2n ** 63n - 1n) * UNIT;
/** Longer texts are rejected, which limits the cost. */
const MAX_LENGTH = 1_000;

const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[+-]?|[+-])\d*)?$/;
const WRONG_FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** By powers of a thousand, from the thousandth on. */
const DECIMAL_SUFFIXES = ['m', '', 'k', 'M', 'G', 'T', 'P', 'E'];
/** Suffixes below the precision of a quantity: read but never written. */
const FINE_SUFFIXES = ['n', 'u'];
/** By powers of 1024. */
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * Parses a quantity, such as `1.5Gi`, `100m` or `12e6`. Values finer than thousandths are rounded away from zero, and
 * values beyond the maximum are capped. Throws QuantityError.
 */
export function parseQuantity(text: string): Quantity {
  const match = text.length > MAX_LENGTH ? null : PATTERN.exec(text);
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? [];
  if (match === null || whole + fraction === '') throw new QuantityError(WRONG_FORMAT);
  const { format, factor, exponent } = readSuffix(suffix);
  const milli = scale(BigInt(whole + fraction) * factor, exponent - fraction.length + DECIMAL_PLACES);
  return {
    milli: sign === '-' ? -milli : milli,
    format: format === 'binarySI' && milli > 0n && milli < UNIT ? 'decimalSI' : format,
  };
}

interface Suffix {
  readonly format: QuantityFormat;
  readonly factor: bigint;
  /** The power of ten, in addition to the factor. */
  readonly exponent: number;
}

function readSuffix(suffix: string): Suffix {
  const decimal = [...FINE_SUFFIXES, ...DECIMAL_SUFFIXES].indexOf(suffix);
  if (decimal >= 0) return { format: 'decimalSI', factor: 1n, exponent: 3 * decimal - 9 };
  const binary = BINARY_SUFFIXES.indexOf(suffix);
  if (binary > 0) return { format: 'binarySI', factor: 1024n ** BigInt(binary), exponent: 0 };
  const exponent = /^[eE][+-]?\d+$/.test(suffix) ? Number(suffix.slice(1)) : NaN;
  if (!Number.isSafeInteger(exponent)) throw new QuantityError("unable to parse quantity's suffix");
  return { format: 'decimalExponent', factor: 1n, exponent };
}

/** `value` (not negative) times that power of ten, rounded up to an integer and capped. */
function scale(value: bigint, power: number): bigint {
  if (value === 0n) return 0n;
  // Beyond these powers the result does not depend on the value, whose digits are limited.
  const bounded = BigInt(Math.max(-2 * MAX_LENGTH, Math.min(power, 30)));
  if (bounded >= 0n) return cap(value * 10n ** bounded);
  const divisor = 10n ** -bounded;
  return cap((value + divisor - 1n) / divisor);
}

function cap(milli: bigint): bigint {
  if (milli > MAXIMUM) return MAXIMUM;
  return milli < -MAXIMUM ? -MAXIMUM : milli;
}

/**
 * The canonical text: no fraction, the largest exact suffix, no sign unless negative. A binary quantity that is
 * fractional or below 1024 is written in decimal form.
 */
export function quantityText({ milli, format }: Quantity): string {
  if (milli === 0n) return '0';
  const sign = milli < 0n ? '-' : '';
  const amount = milli < 0n ? -milli : milli;
  if (format === 'binarySI' && amount >= 1024n * UNIT && amount % UNIT === 0n) {
    const [mantissa, power] = takeFactors(amount / UNIT, 1024n);
    return `${sign}${mantissa}${BINARY_SUFFIXES[power] ?? ''}`;
  }
  const [mantissa, power] = takeFactors(amount, 1000n);
  const exponent = 3 * power - DECIMAL_PLACES;
  if (format === 'decimalExponent') return `${sign}${mantissa}${exponent === 0 ? '' : `e${exponent}`}`;
  return `${sign}${mantissa}${DECIMAL_SUFFIXES[power] ?? ''}`;
}

/** Divides `value` by all factors of `base`; returns the rest and the number of factors. */
function takeFactors(value: bigint, base: bigint): [left: bigint, times: number] {
  let left = value;
  let times = 0;
  for (; left % base === 0n; times++) left /= base;
  return [left, times];
}

/** Negative if `a` is smaller, positive if `b` is, else 0, regardless of formats. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  if (a.milli === b.milli) return 0;
  return a.milli < b.milli ? -1 : 1;
}

/** The sum, in the format of `a`, or of `b` if `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { milli: cap(a.milli + b.milli), format: a.milli === 0n ? b.format : a.format };
}
