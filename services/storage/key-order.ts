/** Compares keys by their UTF-8 bytes. */
export type KeyOrder = (a: string, b: string) => number;

/** Surrogates: the only code units for which UTF-16 order and UTF-8 byte order differ. */
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const HIGH_UNIT = /[\ud800-\uffff]/;

/**
 * Whether a key that contains `text` needs {@link byteOrder}. For all other keys {@link unitOrder} gives the same
 * result faster.
 */
export function needsByteOrder(text: string): boolean {
  return HIGH_UNIT.test(text);
}

export const unitOrder: KeyOrder = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

export const byteOrder: KeyOrder = (a, b) => {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
};

/** Ranks a code unit by its first UTF-8 byte: surrogates stand for four-byte characters and come last. */
function rank(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}

/** The fastest order that is correct for these keys. */
export function keyOrder(keys: readonly string[]): KeyOrder {
  return keys.some(needsByteOrder) ? byteOrder : unitOrder;
}
