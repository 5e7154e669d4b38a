const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** A 64-bit signed integer, as a number if it fits a double; undefined for other texts. */
export function readInteger(text: string): number | bigint | undefined {
  // Every 64-bit integer has at most 20 characters without leading zeros.
  if (!/^[+-]?\d{1,32}$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (!isInt64(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A decimal number without an exponent; undefined for other texts and on overflow. */
export function readNumber(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether Go decodes a JSON number as `int64`; otherwise it uses `float64`. */
export function isInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' ? isInt64(value) : Number.isSafeInteger(value);
}

/** Converts like Go's `int64(value)`: truncates, and maps overflow to the smallest integer. */
export function toInt64(value: number | bigint): number | bigint {
  if (typeof value === 'number') {
    const whole = Math.trunc(value);
    if (Number.isSafeInteger(whole)) return whole === 0 ? 0 : whole;
    return toInt64(BigInt(whole));
  }
  return isInt64(value) ? value : INT64_MIN;
}

function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}
