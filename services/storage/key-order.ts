/** Compares keys as their UTF-8 bytes compare. */
export type KeyOrder = (a: string, b: string) => number;

/** From here on, the order of UTF-16 code units and that of UTF-8 bytes part: surrogates. */
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const HIGH_UNIT = /[\ud800-\uffff]/;

/** Whether keys with `text` in them need {@link byteOrder}; the others compare faster with {@link unitOrder}, and alike. */
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

/** Where the code unit stands among the first bytes of UTF-8: surrogates, of characters with four bytes, come last. */
function rank(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}

/** The order that is right for the keys, the faster one where it is. */
export function keyOrder(keys: readonly string[]): KeyOrder {
  return keys.some(needsByteOrder) ? byteOrder : unitOrder;
}
