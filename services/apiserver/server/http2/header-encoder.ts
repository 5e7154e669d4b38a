import { FLAG, FRAME, frameHead, HEAD_BYTES, MOST_PAYLOAD, writeHead } from './frames.js';
import { STATIC_TABLE } from './static-table.js';

/** The numbers of names, and of the statuses that have one as a whole. */
const NAMES = new Map(STATIC_TABLE.map(([name], index) => [name, index + 1] as const).toReversed());
const STATUSES = new Map(
  STATIC_TABLE.flatMap(([name, value], i) => (name === ':status' ? [[value, i + 1] as const] : [])),
);
/** What a value must not have: it could end the line where the answer is passed on as HTTP/1.1. */
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;
/** What only HTTP/1.1 has, where an answer says that nothing follows it. A client of HTTP/2 would not accept it. */
const OF_ONE_CONNECTION = 'connection';
/** Bytes of the longest lengths and numbers that stand before a name and a value. */
const MOST_LENGTHS = 12;
/** Tells the client that this side keeps no table, so that none is ever out of step. */
const NO_TABLE = 0x20;

export interface Head {
  readonly stream: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly isEnd: boolean;
  /** Whether nothing was sent on this connection before. */
  readonly isFirst: boolean;
}

/** The head of an answer in frames. Throws for a value that no header can have. */
export function encodeHead({ stream, status, headers, isEnd, isFirst }: Head): Buffer {
  const lines = Object.entries(headers).filter(([name]) => name !== OF_ONE_CONNECTION);
  let most = HEAD_BYTES + 2 * MOST_LENGTHS;
  for (const [name, value] of lines) most += name.length + value.length + MOST_LENGTHS;
  const bytes = Buffer.allocUnsafe(most);
  let at = HEAD_BYTES;
  if (isFirst) bytes[at++] = NO_TABLE;
  const known = STATUSES.get(String(status));
  if (known === undefined) at = writeField(bytes, at, ':status', String(status));
  else bytes[at++] = 0x80 | known;
  for (const [name, value] of lines) {
    if (FORBIDDEN.test(value)) throw new TypeError(`the header ${name} has characters that none may have`);
    at = writeField(bytes, at, name, value);
  }
  const flags = isEnd ? FLAG.endStream : 0;
  if (at - HEAD_BYTES > MOST_PAYLOAD) return inParts(bytes.subarray(HEAD_BYTES, at), stream, flags);
  writeHead(bytes, at - HEAD_BYTES, { type: FRAME.headers, flags: flags | FLAG.endHeaders, stream });
  return bytes.subarray(0, at);
}

/** A literal that enters no table. */
function writeField(bytes: Buffer, start: number, name: string, value: string): number {
  const index = NAMES.get(name) ?? 0;
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
  for (let at = 0; at < block.length; at += MOST_PAYLOAD) {
    const part = block.subarray(at, at + MOST_PAYLOAD);
    const isLast = at + MOST_PAYLOAD >= block.length;
    const type = at === 0 ? FRAME.headers : FRAME.continuation;
    const own = (at === 0 ? flags : 0) | (isLast ? FLAG.endHeaders : 0);
    frames.push(frameHead(part.length, { type, flags: own, stream }), part);
  }
  return Buffer.concat(frames);
}
