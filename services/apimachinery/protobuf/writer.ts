import { Buffer } from 'node:buffer';

const LOW_32 = 0xffff_ffffn;
/** So many bytes are quicker to copy than to hand over. */
const QUICK = 42;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Writes the primitives of protobuf one after another, into a buffer that grows. */
export class ProtobufWriter {
  #buffer: Buffer;
  #position = 0;

  /** `capacity` is how many bytes it is likely to come to. */
  constructor(capacity = 256) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  /** How many bytes have been written. */
  get position(): number {
    return this.#position;
  }

  /** Begins anew, in the same memory. */
  reset(): void {
    this.#position = 0;
  }

  /** What has been written, in the writer's own memory. */
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#position);
  }

  /** A whole number from 0 to 2^32 - 1: a tag or a length. */
  uint32(value: number): void {
    this.#reserve(5);
    this.#position = this.#putVarint(value, 0, this.#position);
  }

  /** A signed number as 64 bits in two's complement; a negative one takes ten bytes. */
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

  /** Text in UTF-8 with its length before it. A lone surrogate becomes U+FFFD. */
  string(value: string): void {
    if (value.length > QUICK) {
      const length = Buffer.byteLength(value);
      this.uint32(length);
      this.#reserve(length);
      this.#position += this.#buffer.write(value, this.#position);
      return;
    }
    // Its length fits in one byte however many bytes each character takes. ASCII is then quicker to copy than to hand over.
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

  /** Bytes with their length before them. */
  bytes(value: Uint8Array): void {
    this.uint32(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#position);
    this.#position += value.length;
  }

  /**
   * Text that begins at `start` in JSON, as long as it ends soon and has no escapes; where its closing quote is, or -1 where
   * nothing was written.
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

  /** A part of `source` with its length before it. */
  bytesOf(source: Uint8Array, start: number, end: number): void {
    this.uint32(end - start);
    this.append(source, start, end);
  }

  /** A part of `source` as it is. */
  append(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    const buffer = this.#buffer;
    const position = this.#position;
    if (length > QUICK) buffer.set(source.subarray(start, end), position);
    else for (let index = 0; index < length; index += 1) buffer[position + index] = source[start + index] ?? 0;
    this.#position = position + length;
  }

  /** Takes back what has been written from `start` on. */
  takeBack(start: number): Uint8Array {
    const taken = Buffer.from(this.#buffer.subarray(start, this.#position));
    this.#position = start;
    return taken;
  }

  /**
   * Begins a message with its length before it; hand the result to {@link end}. `width` is how many bytes the length is likely
   * to take: where it takes others, the message is moved.
   */
  begin(width = 1): number {
    this.#reserve(width);
    this.#position += width;
    return this.#position;
  }

  /** Ends the message that `start` came from, with the same `width`. How many bytes its length has taken. */
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
