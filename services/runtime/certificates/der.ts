/** The part of a DER (X.690) encoder that certificates need. */

/** A value with its tag and length. */
function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(body.length), body]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => tlv(0x31, ...parts);
export const octetString = (bytes: Uint8Array): Buffer => tlv(0x04, bytes);
export const utf8String = (text: string): Buffer => tlv(0x0c, Buffer.from(text, 'utf8'));
export const TRUE = tlv(0x01, Buffer.from([0xff]));
export const NULL = tlv(0x05);

/** An explicit context tag `[number]` around encoded values. */
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Buffer => tlv(0xa0 | number, ...parts);

/** An implicit context tag `[number]` of a primitive value. */
export const implicit = (number: number, bytes: Uint8Array): Buffer => tlv(0x80 | number, bytes);

/** An unsigned integer from its big-endian bytes. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = bytes.subarray(start);
  const sign = (digits[0] ?? 0) >= 0x80 || digits.length === 0 ? Buffer.from([0]) : Buffer.alloc(0);
  return tlv(0x02, sign, digits);
}

/** A bit string without the last `unusedBits`. */
export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return tlv(0x03, Buffer.from([unusedBits]), bytes);
}

/** An object identifier from its dotted text, such as `2.5.29.17`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** RFC 5280: UTCTime up to 2049, GeneralizedTime from 2050 on; whole seconds. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  const year = date.getUTCFullYear();
  return year < 2050 ? tlv(0x17, Buffer.from(digits.slice(2), 'ascii')) : tlv(0x18, Buffer.from(digits, 'ascii'));
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  return Buffer.from([0x80 | digits.length, ...digits]);
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 | (rest % 128));
  return digits;
}
