import { isFieldName } from './fields.js';
import { FLAG, FRAME, frameHead, HEAD_BYTES, MAX_PAYLOAD, writeHead } from './frames.js';
import { InvalidHeaderError } from './invalid-header-error.js';
import { STATIC_TABLE } from './static-table.js';

type Field = readonly [name: string, value: string];

/** Static table indexes of names, and of whole fields for pseudo-headers. */
const NAMES = new Map(STATIC_TABLE.map(([name], index) => [name, index + 1] as const).toReversed());
const WHOLE = new Map(STATIC_TABLE.map(([name, value], index) => [`${name} ${value}`, index + 1] as const));
/** Characters that a value must not contain: they could end the line if the message is forwarded as HTTP/1.1. */
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;
/** Maximum length of the encoded lengths and indexes before a name and value. */
const MAX_LENGTH_BYTES = 12;
/** A table size update to 0: this encoder never uses the dynamic table. */
const NO_TABLE = 0x20;

export interface Head {
  readonly stream: number;
  /** Names in lower case; pseudo-headers first. */
  readonly fields: readonly Field[];
  readonly isEnd: boolean;
  /** Whether this is the first header block on the connection. */
  readonly isFirst: boolean;
}

/** Encodes headers into frames. Throws {@link InvalidHeaderError}. */
export function encodeHead({ stream, fields, isEnd, isFirst }: Head): Buffer {
  let most = HEAD_BYTES + MAX_LENGTH_BYTES;
  for (const [name, value] of fields) most += name.length + value.length + MAX_LENGTH_BYTES;
  const bytes = Buffer.allocUnsafe(most);
  let at = HEAD_BYTES;
  if (isFirst) bytes[at++] = NO_TABLE;
  for (const field of fields) at = writeField(bytes, at, field);
  const flags = isEnd ? FLAG.endStream : 0;
  if (at - HEAD_BYTES > MAX_PAYLOAD) return inParts(bytes.subarray(HEAD_BYTES, at), stream, flags);
  writeHead(bytes, at - HEAD_BYTES, { type: FRAME.headers, flags: flags | FLAG.endHeaders, stream });
  return bytes.subarray(0, at);
}

/** An indexed field of the static table, or a literal without indexing. */
function writeField(bytes: Buffer, start: number, [name, value]: Field): number {
  if (FORBIDDEN.test(value)) throw new InvalidHeaderError('ERR_INVALID_CHAR', name);
  const whole = name.startsWith(':') ? WHOLE.get(`${name} ${value}`) : undefined;
  if (whole !== undefined) {
    bytes[start] = 0x80 | whole;
    return start + 1;
  }
  const index = NAMES.get(name) ?? 0;
  if (index === 0 && !isFieldName(name)) throw new InvalidHeaderError('ERR_INVALID_HTTP_TOKEN', name);
  let at = writeNumber(bytes, start, 4, index);
  if (index === 0) at = writeString(bytes, at, name);
  return writeString(bytes, at, value);
}

function writeString(bytes: Buffer, start: number, text: string): number {
  const at = writeNumber(bytes, start, 7, text.length);
  return at + bytes.write(text, at, 'latin1');
}

function writeNumber(bytes: Buffer, start: number, bits: number, value: number): number {
  const full = 2 ** bits - 1;
  let at = start;
  if (value < full) {
    bytes[at++] = value;
    return at;
  }
  bytes[at++] = full;
  let rest = value - full;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[at++] = 0x80 | (rest % 0x80);
  bytes[at++] = rest;
  return at;
}

function inParts(block: Buffer, stream: number, flags: number): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < block.length; at += MAX_PAYLOAD) {
    const part = block.subarray(at, at + MAX_PAYLOAD);
    const isLast = at + MAX_PAYLOAD >= block.length;
    const type = at === 0 ? FRAME.headers : FRAME.continuation;
    const own = (at === 0 ? flags : 0) | (isLast ? FLAG.endHeaders : 0);
    frames.push(frameHead(part.length, { type, flags: own, stream }), part);
  }
  return Buffer.concat(frames);
}
