/** One value of DER (X.690), with tag and length in front (`whole`) and without (`content`). */
export interface DerValue {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/**
 * The value that bytes begin with. Only for what Node has read before, as it has every certificate and key that is at hand:
 * what is not DER gives nonsense or a RangeError.
 */
export function readValue(bytes: Buffer): DerValue {
  const short = bytes.readUInt8(1);
  const digits = short < 0x80 ? 0 : short & 0x7f;
  const start = 2 + digits;
  const end = start + (digits === 0 ? short : bytes.readUIntBE(2, digits));
  return { tag: bytes.readUInt8(0), whole: bytes.subarray(0, end), content: bytes.subarray(start, end) };
}

/** The values that stand one behind the other, such as in the content of a sequence. */
export function readValues(content: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let rest = content; rest.length > 0;) {
    const value = readValue(rest);
    values.push(value);
    rest = rest.subarray(value.whole.length);
  }
  return values;
}
