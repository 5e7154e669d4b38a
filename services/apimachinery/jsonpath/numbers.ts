const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** A signed integer of 64 bits, as a number where a double holds it exactly; undefined for any other text. */
export function readInteger(text: string): number | bigint | undefined {
  // 20 characters hold every integer of 64 bits but for zeros in front, which JSONPath has no use for.
  if (!/^[+-]?\d{1,32}$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (!isInt64(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** A decimal number without an exponent; undefined for any other text, and for one that no double can hold. */
export function readNumber(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether Go holds a JSON number as `int64`; it holds every other one as `float64`. */
export function isInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' ? isInt64(value) : Number.isSafeInteger(value);
}

/** A JSON number as Go's `int64(value)`: the fraction is cut off, and what does not fit becomes the smallest integer. */
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
