import { Buffer } from 'node:buffer';
import type { ProtobufWriter } from './writer.js';

/** The JSON is not laid out as by `writeJson`, or does not have its type. */
export class UnforeseenJsonError extends Error {
  override readonly name = 'UnforeseenJsonError';
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NULL = 0x6e;

/** Below this length, scanning bytes one by one is faster than a native search or copy. */
const SHORT = 32;
/** Integers with this many digits always fit a double. */
const EXACT_DIGITS = 15;

/** The Gregorian calendar repeats after this period. Date.UTC maps years 0 to 99 to 1900 to 1999. */
const ERA_YEARS = 400;
const ERA_SECONDS = 146_097 * 24 * 60 * 60;

/**
 * A tokenizer of JSON as written by `writeJson`, without creating values: no white space, unique keys. Skipped parts
 * are not validated. Throws UnforeseenJsonError.
 */
export class JsonText {
  readonly bytes: Buffer;
  /** The position of the next byte. */
  at = 0;
  /** The first backslash at or after the last read text, or the end. */
  #backslash = -1;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The next byte; undefined at the end. */
  peek(): number | undefined {
    return this.bytes[this.at];
  }

  /** Consumes the byte if it is the next one. */
  take(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  expect(byte: number): void {
    if (!this.take(byte)) throw new UnforeseenJsonError(`unexpected byte at ${this.at}`);
  }

  /** Consumes null if it is next. */
  takeNull(): boolean {
    if (this.bytes[this.at] !== NULL) return false;
    this.at += 4;
    return true;
  }

  boolean(): boolean {
    const isTrue = this.bytes[this.at] === 0x74;
    if (!isTrue && this.bytes[this.at] !== 0x66) throw new UnforeseenJsonError('not a boolean');
    this.at += isTrue ? 4 : 5;
    return isTrue;
  }

  integer(): number {
    const isNegative = this.take(MINUS);
    const start = this.at;
    let value = 0;
    for (let digit = this.#digit(); digit >= 0 && digit <= 9; digit = this.#digit()) {
      value = value * 10 + digit;
      this.at += 1;
    }
    const digits = this.at - start;
    if (digits === 0 || digits > EXACT_DIGITS || !this.#endsValue()) throw new UnforeseenJsonError('not an integer');
    return isNegative ? -value : value;
  }

  number(): number {
    const start = this.at;
    while (!this.#endsValue()) this.at += 1;
    const value = Number(this.bytes.toString('latin1', start, this.at));
    if (Number.isNaN(value)) throw new UnforeseenJsonError('not a number');
    return value;
  }

  /** Seconds since 1970 and microseconds of a canonical time. */
  time(): { readonly seconds: number; readonly micros: number } {
    const start = this.#openString();
    const end = this.#closingQuote(start);
    const later = Date.UTC(
      this.#digits(start, 4) + ERA_YEARS,
      this.#digits(start + 5, 2) - 1,
      this.#digits(start + 8, 2),
      this.#digits(start + 11, 2),
      this.#digits(start + 14, 2),
      this.#digits(start + 17, 2),
    );
    const length = end - start;
    if (length !== 20 && length !== 27) throw new UnforeseenJsonError('not a time');
    this.at = end + 1;
    return { seconds: later / 1000 - ERA_SECONDS, micros: length === 27 ? this.#digits(start + 20, 6) : 0 };
  }

  string(): string {
    const start = this.#openString();
    const end = this.#closingQuote(start);
    this.at = end + 1;
    return end < this.#backslash ? this.bytes.toString('utf8', start, end) : this.#unescaped(start, end);
  }

  /** Writes the next string, length-delimited. */
  writeString(writer: ProtobufWriter): void {
    const start = this.#openString();
    const shortEnd = writer.shortJsonText(this.bytes, start);
    if (shortEnd !== -1) {
      this.at = shortEnd + 1;
      return;
    }
    const end = this.#closingQuote(start);
    this.at = end + 1;
    if (end < this.#backslash) writer.bytesOf(this.bytes, start, end);
    else writer.string(this.#unescaped(start, end));
  }

  /** Skips a value or key; returns whether it contains escapes. */
  skip(): boolean {
    const escape = this.#backslashFrom(this.at);
    let depth = 0;
    do {
      const byte = this.bytes[this.at];
      if (byte === QUOTE) this.at = this.#closingQuote(this.at + 1);
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
      else if (byte === undefined) throw new UnforeseenJsonError('unexpected end');
      this.at += 1;
    } while (depth > 0 || !this.#endsValue());
    return escape < this.at;
  }

  /** The start of the next string's text. */
  #openString(): number {
    this.expect(QUOTE);
    return this.at;
  }

  /**
   * The closing quote of the string whose text begins at `start`. An earlier backslash means that it contains escapes.
   */
  #closingQuote(start: number): number {
    const { bytes } = this;
    const backslash = this.#backslashFrom(start);
    const near = start + SHORT;
    let end = start;
    while (end < near && bytes[end] !== QUOTE) end += 1;
    if (end === near) end = bytes.indexOf(QUOTE, near);
    if (backslash < end) {
      for (end = backslash; bytes[end] !== QUOTE; end += bytes[end] === BACKSLASH ? 2 : 1) {
        if (end >= bytes.length) break;
      }
    }
    if (end < 0 || end >= bytes.length) throw new UnforeseenJsonError('a string without an end');
    return end;
  }

  /** The first backslash at or after `start`, or the end. Each is searched for once. */
  #backslashFrom(start: number): number {
    if (this.#backslash < start) {
      const found = this.bytes.indexOf(BACKSLASH, start);
      this.#backslash = found === -1 ? this.bytes.length : found;
    }
    return this.#backslash;
  }

  #unescaped(start: number, end: number): string {
    return JSON.parse(this.bytes.toString('utf8', start - 1, end + 1)) as string;
  }

  #digits(start: number, count: number): number {
    let value = 0;
    for (let index = start; index < start + count; index += 1) {
      const digit = (this.bytes[index] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) throw new UnforeseenJsonError('not a digit');
      value = value * 10 + digit;
    }
    return value;
  }

  #digit(): number {
    return (this.bytes[this.at] ?? 0) - ZERO;
  }

  /** Whether a value or key could end here. */
  #endsValue(): boolean {
    const byte = this.bytes[this.at];
    return byte === COMMA || byte === COLON || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === undefined;
  }
}
