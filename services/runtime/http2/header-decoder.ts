import { CODE, ConnectionError } from './errors.js';
import { decodeHuffman } from './huffman.js';
import { STATIC_TABLE } from './static-table.js';

/** Bytes of the table that the other side may fill: what HTTP/2 begins with, and ours never offers more. */
const TABLE_BYTES = 4096;
/** What a field takes besides its name and value, in tables and in bounds on lists (RFC 7541, section 4.1). */
const FIELD_OVERHEAD = 32;
/** No number in a header block has to be larger. */
const LARGEST_NUMBER = 2 ** 24;

type Field = readonly [name: string, value: string];

/** What a header block says. Each character of a name or value is a byte. */
export interface HeaderList {
  /** Names and values in turn, as they came. */
  readonly fields: readonly string[];
  /** Whether there were more than may be; then they are not all here. */
  readonly isTooLarge: boolean;
}

/** Reads the header blocks of one connection, each in its turn: what one says can depend on all before. */
export interface HeaderDecoder {
  /** Throws {@link ConnectionError} for a block that cannot be read, after which no other can. */
  readonly decode: (block: Buffer) => HeaderList;
}

/** Lists may have so many bytes, counted as SETTINGS_MAX_HEADER_LIST_SIZE counts them. */
export function headerDecoder(mostBytes: number): HeaderDecoder {
  /** The newest last. */
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
    return field ?? unreadable(`there is no header field ${index}`);
  }

  function decode(block: Buffer): HeaderList {
    const reader = blockReader(block);
    const fields: string[] = [];
    let bytes = 0;
    while (!reader.isAtEnd()) {
      const first = reader.peek();
      if ((first & 0xe0) === 0x20) {
        if (bytes > 0) unreadable('the table is resized within a header block');
        tableLimit = reader.number(5);
        if (tableLimit > TABLE_BYTES) unreadable(`a table of ${tableLimit} bytes has not been offered`);
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
      if (bytes <= mostBytes) fields.push(...field);
    }
    return { fields, isTooLarge: bytes > mostBytes };
  }
  return { decode };
}

function sizeOf([name, value]: Field): number {
  return name.length + value.length + FIELD_OVERHEAD;
}

interface BlockReader {
  readonly isAtEnd: () => boolean;
  readonly peek: () => number;
  /** A number whose first byte has so many bits of it (RFC 7541, section 5.1). */
  readonly number: (bits: number) => number;
  readonly string: () => string;
}

function blockReader(block: Buffer): BlockReader {
  let at = 0;
  const peek = (): number => block[at] ?? unreadable('a header block ends too early');
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
      if (value > LARGEST_NUMBER || shift > 28) unreadable('a number in a header block is too large');
      if (byte < 0x80) return value;
    }
  };
  const string = (): string => {
    const isHuffman = (peek() & 0x80) !== 0;
    const length = number(7);
    const start = at;
    at += length;
    if (at > block.length) unreadable('a header block ends within a string');
    if (!isHuffman) return block.toString('latin1', start, at);
    return decodeHuffman(block, start, at) ?? unreadable("a string is not in Huffman's code");
  };
  return { isAtEnd: () => at >= block.length, peek, number, string };
}

function unreadable(message: string): never {
  throw new ConnectionError(CODE.compressionError, message);
}
