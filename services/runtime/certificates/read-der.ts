/** One value of DER (X.690), with tag and length in front (`whole`) and without (`content`). */
export interface DerValue {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/**
 * Reads the first value. The input must be valid DER, as certificates and keys are once Node has parsed them. Invalid
 * input returns garbage or throws a RangeError.
 */
export function readValue(bytes: Buffer): DerValue {
  const short = bytes.readUInt8(1);
  const digits = short < 0x80 ? 0 : short & 0x7f;
  const start = 2 + digits;
  const end = start + (digits === 0 ? short : bytes.readUIntBE(2, digits));
  return { tag: bytes.readUInt8(0), whole: bytes.subarray(0, end), content: bytes.subarray(start, end) };
}

/** Reads consecutive values, such as the content of a sequence. */
export function readValues(content: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let rest = content; rest.length > 0;) {
    const value = readValue(rest);
    values.push(value);
    rest = rest.subarray(value.whole.length);
  }
  return values;
}
