import { Buffer } from 'node:buffer';

const LOW_32 = 0xffff_ffffn;
/** Up to this size, a loop is faster than a native copy. */
const QUICK = 42;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Writes protobuf primitives into a growing buffer. */
export class ProtobufWriter {
  #buffer: Buffer;
  #position = 0;

  /** `capacity`: expected size in bytes. */
  constructor(capacity = 256) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  /** Number of written bytes. */
  get position(): number {
    return this.#position;
  }

  /** Resets the writer, keeping its memory. */
  reset(): void {
    this.#position = 0;
  }

  /** A view of the written bytes. */
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#position);
  }

  /** An unsigned 32-bit varint: a tag or length. */
  uint32(value: number): void {
    this.#reserve(5);
    this.#position = this.#putVarint(value, 0, this.#position);
  }

  /** A signed 64-bit varint; negative numbers take ten bytes. */
  int64(value: number | bigint): void {
    this.#reserve(10);
    if (typeof value === 'number' && value >= 0 && value <= 0x7fff_ffff) {
      this.#position = this.#putVarint(value, 0, this.#position);
      return;
    }
    const bits = BigInt.asUintN(64, BigInt(value));
    this.#position = this.#putVarint(Number(bits & LOW_32), Number(bits >> 32n), this.#position);
  }

  boolean(value: boolean): void {
    this.#reserve(1);
    this.#buffer[this.#position] = value ? 1 : 0;
    this.#position += 1;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#position = this.#buffer.writeDoubleLE(value, this.#position);
  }

  /** Length-delimited UTF-8 text. A lone surrogate becomes U+FFFD. */
  string(value: string): void {
    if (value.length > QUICK) {
      const length = Buffer.byteLength(value);
      this.uint32(length);
      this.#reserve(length);
      this.#position += this.#buffer.write(value, this.#position);
      return;
    }
    // The length fits one byte for any UTF-8 size. For ASCII, a loop is faster than a native copy.
    this.#reserve(1 + value.length * 3);
    const buffer = this.#buffer;
    const start = this.#position + 1;
    let length = 0;
    for (; length < value.length; length += 1) {
      const code = value.charCodeAt(length);
      if (code > 127) break;
      buffer[start + length] = code;
    }
    if (length < value.length) length = buffer.write(value, start);
    buffer[this.#position] = length;
    this.#position = start + length;
  }

  /** Length-delimited bytes. */
  bytes(value: Uint8Array): void {
    this.uint32(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#position);
    this.#position += value.length;
  }

  /**
   * Text that begins at `start` in JSON, if it is short and has no escapes. Returns the position of its closing quote,
   * or -1 when nothing was written.
   */
  shortJsonText(json: Uint8Array, start: number): number {
    this.#reserve(1 + QUICK);
    const buffer = this.#buffer;
    const offset = this.#position + 1 - start;
    const last = start + QUICK;
    for (let index = start; index < last; index += 1) {
      const byte = json[index] ?? BACKSLASH;
      if (byte === QUOTE) {
        buffer[this.#position] = index - start;
        this.#position = offset + index;
        return index;
      }
      if (byte === BACKSLASH) return -1;
      buffer[offset + index] = byte;
    }
    return -1;
  }

  /** A length-delimited part of `source`. */
  bytesOf(source: Uint8Array, start: number, end: number): void {
    this.uint32(end - start);
    this.append(source, start, end);
  }

  /** A part of `source`, unchanged. */
  append(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    const buffer = this.#buffer;
    const position = this.#position;
    if (length > QUICK) buffer.set(source.subarray(start, end), position);
    else for (let index = 0; index < length; index += 1) buffer[position + index] = source[start + index] ?? 0;
    this.#position = position + length;
  }

  /** Removes everything written from `start` on. */
  takeBack(start: number): Uint8Array {
    const taken = Buffer.from(this.#buffer.subarray(start, this.#position));
    this.#position = start;
    return taken;
  }

  /**
   * Begins a length-delimited message; pass the result to {@link end}. `width` is the expected size of the length
   * prefix; for another size, the message is moved.
   */
  begin(width = 1): number {
    this.#reserve(width);
    this.#position += width;
    return this.#position;
  }

  /** Ends the message that began at `start`, with the same `width`. Returns the size of its length prefix. */
  end(start: number, width = 1): number {
    const length = this.#position - start;
    const size = varintSize(length);
    const extra = size - width;
    if (extra !== 0) {
      this.#reserve(Math.max(extra, 0));
      this.#buffer.copyWithin(start + extra, start, this.#position);
      this.#position += extra;
    }
    this.#putVarint(length, 0, start - width);
    return size;
  }

  #putVarint(low: number, high: number, start: number): number {
    const buffer = this.#buffer;
    let position = start;
    let lowLeft = low;
    let highLeft = high;
    while (highLeft !== 0 || lowLeft > 127) {
      buffer[position] = (lowLeft & 127) | 128;
      position += 1;
      lowLeft = ((lowLeft >>> 7) | (highLeft << 25)) >>> 0;
      highLeft >>>= 7;
    }
    buffer[position] = lowLeft;
    return position + 1;
  }

  #reserve(length: number): void {
    const needed = this.#position + length;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#position);
    this.#buffer = larger;
  }
}

function varintSize(value: number): number {
  let size = 1;
  for (let left = value; left > 127; left >>>= 7) size += 1;
  return size;
}
