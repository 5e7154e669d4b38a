/** Code length of each byte, and last of the end of string (RFC 7541, appendix B). */
const LENGTHS: readonly number[] = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26, 30,
];
const END_OF_STRING = LENGTHS.length - 1;
/** Maximum padding of a string in bits; the padding is a prefix of the end-of-string code. */
const MAX_PADDING = 7;

/**
 * A binary tree with two slots for each node, for bit 0 and bit 1. A non-negative number is a node, a negative one is
 * `~symbol`.
 */
const TREE = buildTree();

/** The code is canonical: codes of one length are consecutive in symbol order, and shorter codes come first. */
function buildTree(): Int16Array {
  const tree = new Int16Array(2 * LENGTHS.length);
  let nodes = 1;
  let code = 0;
  let length = 0;
  const symbols = LENGTHS.map((bits, symbol) => ({ bits, symbol })).toSorted((a, b) => a.bits - b.bits);
  for (const { bits, symbol } of symbols) {
    code <<= bits - length;
    length = bits;
    let node = 0;
    for (let bit = bits - 1; bit > 0; bit--) {
      const at = 2 * node + ((code >>> bit) & 1);
      if (tree[at] === 0) tree[at] = nodes++;
      node = tree[at] ?? 0;
    }
    tree[2 * node + (code & 1)] = ~symbol;
    code += 1;
  }
  return tree;
}

/** Decodes a Huffman-coded string, one character for each byte; undefined if it is invalid. */
export function decodeHuffman(bytes: Buffer, start: number, end: number): string | undefined {
  // The shortest code has five bits.
  const decoded = Buffer.allocUnsafe(Math.ceil(((end - start) * 8) / 5));
  let length = 0;
  let node = 0;
  let pending = 0;
  let isPadding = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    for (let bit = 7; bit >= 0; bit--) {
      const value = (byte >>> bit) & 1;
      const next = TREE[2 * node + value] ?? 0;
      pending += 1;
      isPadding &&= value === 1;
      if (next >= 0) {
        node = next;
        continue;
      }
      if (~next === END_OF_STRING) return undefined;
      decoded[length++] = ~next;
      node = 0;
      pending = 0;
      isPadding = true;
    }
  }
  return pending <= MAX_PADDING && isPadding ? decoded.toString('latin1', 0, length) : undefined;
}
