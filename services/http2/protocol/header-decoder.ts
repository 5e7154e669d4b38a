import { CODE, ConnectionError } from './errors.js';
import { decodeHuffman } from './huffman.js';
import { STATIC_TABLE } from './static-table.js';

/** The default SETTINGS_HEADER_TABLE_SIZE, which this implementation keeps. */
const TABLE_BYTES = 4096;
/** Overhead of a field in tables and list limits (RFC 7541, section 4.1). */
const FIELD_OVERHEAD = 32;
/** No valid integer in a header block is larger. */
const MAX_INTEGER = 2 ** 24;

type Field = readonly [name: string, value: string];

/** A decoded header block. Each character of a name or value is a byte. */
export interface HeaderList {
  /** Names and values alternate, in the order received. */
  readonly fields: readonly string[];
  /** Whether the list exceeded the limit; the fields are then incomplete. */
  readonly isTooLarge: boolean;
}

/**
 * The HPACK decoder of one connection. Blocks must be decoded in order, because each can depend on all previous ones.
 */
export interface HeaderDecoder {
  /** Throws {@link ConnectionError} for an invalid block, after which no other can be decoded. */
  readonly decode: (block: Buffer) => HeaderList;
}

/** `mostBytes`: limit of a list, counted as for SETTINGS_MAX_HEADER_LIST_SIZE. */
export function headerDecoder(maxBytes: number): HeaderDecoder {
  /** Newest last. */
  const table: Field[] = [];
  let tableBytes = 0;
  let tableLimit = TABLE_BYTES;

  function shrink(limit: number): void {
    while (tableBytes > limit) {
      const oldest = table.shift();
      if (oldest === undefined) break;
      tableBytes -= sizeOf(oldest);
    }
  }

  function remember(field: Field): void {
    const size = sizeOf(field);
    shrink(tableLimit - size);
    if (size > tableLimit) return;
    table.push(field);
    tableBytes += size;
  }

  function fieldAt(index: number): Field {
    const field =
      index <= STATIC_TABLE.length ? STATIC_TABLE[index - 1] : table[table.length + STATIC_TABLE.length - index];
    return field ?? fail(`header field ${index} does not exist`);
  }

  function decode(block: Buffer): HeaderList {
    const reader = blockReader(block);
    const fields: string[] = [];
    let bytes = 0;
    while (!reader.isAtEnd()) {
      const first = reader.peek();
      if ((first & 0xe0) === 0x20) {
        if (bytes > 0) fail('a table size update is inside a header block');
        tableLimit = reader.number(5);
        if (tableLimit > TABLE_BYTES) fail(`a table of ${tableLimit} bytes exceeds the announced size`);
        shrink(tableLimit);
        continue;
      }
      let field: Field;
      if ((first & 0x80) !== 0) {
        field = fieldAt(reader.number(7));
      } else {
        const isRemembered = (first & 0x40) !== 0;
        const index = reader.number(isRemembered ? 6 : 4);
        const name = index === 0 ? reader.string() : fieldAt(index)[0];
        field = [name, reader.string()];
        if (isRemembered) remember(field);
      }
      bytes += sizeOf(field);
      if (bytes <= maxBytes) fields.push(...field);
    }
    return { fields, isTooLarge: bytes > maxBytes };
  }
  return { decode };
}

function sizeOf([name, value]: Field): number {
  return name.length + value.length + FIELD_OVERHEAD;
}

interface BlockReader {
  readonly isAtEnd: () => boolean;
  readonly peek: () => number;
  /** An integer with a prefix of `bits` bits (RFC 7541, section 5.1). */
  readonly number: (bits: number) => number;
  readonly string: () => string;
}

function blockReader(block: Buffer): BlockReader {
  let at = 0;
  const peek = (): number => block[at] ?? fail('a header block is truncated');
  const next = (): number => {
    const byte = peek();
    at += 1;
    return byte;
  };
  const number = (bits: number): number => {
    const full = 2 ** bits - 1;
    let value = next() & full;
    if (value < full) return value;
    for (let shift = 0; ; shift += 7) {
      const byte = next();
      value += (byte & 0x7f) * 2 ** shift;
      if (value > MAX_INTEGER || shift > 28) fail('a number in a header block is too large');
      if (byte < 0x80) return value;
    }
  };
  const string = (): string => {
    const isHuffman = (peek() & 0x80) !== 0;
    const length = number(7);
    const start = at;
    at += length;
    if (at > block.length) fail('a header block ends inside a string');
    if (!isHuffman) return block.toString('latin1', start, at);
    return decodeHuffman(block, start, at) ?? fail('a string is not valid Huffman code');
  };
  return { isAtEnd: () => at >= block.length, peek, number, string };
}

function fail(message: string): never {
  throw new ConnectionError(CODE.compressionError, message);
}
