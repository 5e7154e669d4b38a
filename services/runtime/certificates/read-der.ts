/** One value of DER (X.690), with tag and length in front (`whole`) and without (`content`). */
export interface DerValue {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** The input is not valid DER, or not the expected value. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

const LONG_TAG = 0x1f;
const LONG_LENGTH = 0x80;
/** Bytes of a length; more would exceed every input. */
const LENGTH_BYTES = 4;

/** Reads the first value. Throws DerError for tags of several bytes, for lengths that are not minimal and for truncated input. */
export function readValue(bytes: Buffer): DerValue {
  const [tag, short] = [bytes[0], bytes[1]];
  if (tag === undefined || short === undefined) throw new DerError('asn1: syntax error: data truncated');
  if ((tag & LONG_TAG) === LONG_TAG)
    throw new DerError('asn1: structure error: tags of several bytes are not supported');
  const digits = short < LONG_LENGTH ? 0 : short & 0x7f;
  const start = 2 + digits;
  if (short === LONG_LENGTH || digits > LENGTH_BYTES)
    throw new DerError('asn1: syntax error: the length is indefinite or too large');
  if (start > bytes.length) throw new DerError('asn1: syntax error: data truncated');
  const length = digits === 0 ? short : bytes.readUIntBE(2, digits);
  if (digits > 0 && (length < LONG_LENGTH || bytes[2] === 0))
    throw new DerError('asn1: structure error: non-minimal length');
  const end = start + length;
  if (end > bytes.length) throw new DerError('asn1: syntax error: data truncated');
  return { tag, whole: bytes.subarray(0, end), content: bytes.subarray(start, end) };
}

/** Reads consecutive values, such as the content of a sequence. Throws DerError. */
export function readValues(content: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let rest = content; rest.length > 0;) {
    const value = readValue(rest);
    values.push(value);
    rest = rest.subarray(value.whole.length);
  }
  return values;
}

/** Reads the only value of the input, with the expected tag. Throws DerError. */
export function readOnly(bytes: Buffer, tag: number): DerValue {
  const value = readValue(bytes);
  if (value.whole.length < bytes.length) throw new DerError('asn1: syntax error: trailing data');
  return expectTag(value, tag);
}

/** The value, if it has the tag. Throws DerError. */
export function expectTag(value: DerValue | undefined, tag: number): DerValue {
  if (value === undefined) throw new DerError('asn1: syntax error: sequence truncated');
  if (value.tag !== tag) throw new DerError(`asn1: structure error: tags don't match (${tag} vs ${value.tag})`);
  return value;
}
