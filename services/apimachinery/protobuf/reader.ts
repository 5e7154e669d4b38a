import { Buffer, isUtf8 } from 'node:buffer';
import { ProtobufError } from './error.js';
import { WIRE } from './wire.js';

/** Maximum nesting of messages and groups. */
export const MAX_DEPTH = 100;

/** Reads protobuf primitives in sequence. Throws ProtobufError for truncated or malformed input. */
export class ProtobufReader {
  readonly #buffer: Buffer;
  #position: number;
  #end: number;
  #depth = 0;
  /** The upper half of the last varint. */
  #high = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#position = 0;
    this.#end = bytes.length;
  }

  /** Whether the current message has more fields. */
  more(): boolean {
    return this.#position < this.#end;
  }

  /** The tag of the next field: number times eight plus wire type. */
  tag(): number {
    const tag = this.#varint();
    if (this.#high !== 0 || tag < 8) throw new ProtobufError(`proto: illegal tag ${tag >>> 3} (wire type ${tag & 7})`);
    return tag;
  }

  int32(): number {
    return this.#varint() | 0;
  }

  /** A bigint beyond the range of a double. */
  int64(): number | bigint {
    const low = this.#varint();
    const value = (this.#high | 0) * 0x1_0000_0000 + low;
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(this.#high | 0) << 32n) | BigInt(low);
  }

  boolean(): boolean {
    return this.#varint() !== 0 || this.#high !== 0;
  }

  double(): number {
    const start = this.#take(8);
    return this.#buffer.readDoubleLE(start);
  }

  string(): string {
    const start = this.#takeBytes();
    const text = this.#buffer.toString('utf8', start, this.#position);
    if (text.includes('\uFFFD') && !isUtf8(this.#buffer.subarray(start, this.#position))) {
      throw new ProtobufError('proto: string is not valid UTF-8');
    }
    return text;
  }

  /** A view of the input. */
  bytes(): Buffer {
    const start = this.#takeBytes();
    return this.#buffer.subarray(start, this.#position);
  }

  /** Reads a length-delimited message: calls `read` once, which must read all fields. */
  message(read: () => void): void {
    const end = this.#end;
    const start = this.#takeBytes();
    this.#end = this.#position;
    this.#position = start;
    this.#deeper();
    read();
    this.#depth -= 1;
    this.#end = end;
  }

  /** Skips an unknown field. */
  skip(tag: number): void {
    const wire = tag & 7;
    if (wire === WIRE.varint) this.#varint();
    else if (wire === WIRE.fixed64) this.#take(8);
    else if (wire === WIRE.bytes) this.#takeBytes();
    else if (wire === WIRE.fixed32) this.#take(4);
    else if (wire === WIRE.startGroup) this.#skipGroup(tag >>> 3);
    else throw new ProtobufError(`proto: illegal wireType ${wire}`);
  }

  #skipGroup(number: number): void {
    this.#deeper();
    for (;;) {
      const tag = this.tag();
      if ((tag & 7) === WIRE.endGroup) {
        if (tag >>> 3 !== number) throw new ProtobufError('proto: unexpected end of group');
        break;
      }
      this.skip(tag);
    }
    this.#depth -= 1;
  }

  #deeper(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ProtobufError(`proto: messages nest deeper than ${MAX_DEPTH}`);
  }

  /** The lower half of a varint; the upper half goes to `#high`. Both are unsigned. */
  #varint(): number {
    this.#high = 0;
    const buffer = this.#buffer;
    let low = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#position >= this.#end) throw new ProtobufError('unexpected EOF');
      const byte = buffer[this.#position] ?? 0;
      this.#position += 1;
      const bits = byte & 127;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        this.#high = bits >>> 4;
      } else this.#high |= bits << (shift - 32);
      if (byte < 128) {
        this.#high >>>= 0;
        return low >>> 0;
      }
    }
    throw new ProtobufError('proto: integer overflow');
  }

  #takeBytes(): number {
    const length = this.#varint();
    if (this.#high !== 0) throw new ProtobufError('proto: negative length found during unmarshaling');
    return this.#take(length);
  }

  /** Advances by `length` bytes; returns the start. */
  #take(length: number): number {
    const start = this.#position;
    if (length > this.#end - start) throw new ProtobufError('unexpected EOF');
    this.#position = start + length;
    return start;
  }
}
