/**
 * Checksums (CRC-32 of RFC 1952) of joined texts from those of their parts. A checksum is a polynomial over two elements,
 * with its lowest power in the highest bit, modulo that of the CRC. Appending a text multiplies the checksum of what is
 * before it by a power of x, and adds its own.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** x to the power of 8: one byte. */
const BYTE = 0x00800000;

/** The factor for a text of this many bytes. */
export function shiftOf(length: number): number {
  let [shift, power] = [ONE, BYTE];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = product(shift, power);
    power = product(power, power);
  }
  return shift;
}

/** The checksum of two texts together, from that of the first, that of the second, and the factor of the second. */
export function combineCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}

function product(a: number, b: number): number {
  let [result, shifted] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) result ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
  }
  return result >>> 0;
}
