import { createByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';
import { CODE, ConnectionError } from './errors.js';

/** The types of frames (RFC 9113, section 6). */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const SETTING = {
  headerTableSize: 1,
  enablePush: 2,
  maxStreams: 3,
  initialWindow: 4,
  maxFrame: 5,
  maxHeaderList: 6,
} as const;

/** What a client begins with, before its first frame. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
export const HEAD_BYTES = 9;
/** The payload that frames may have unless one side says that it takes more, which ours does not. */
export const MOST_PAYLOAD = 16_384;
/** The largest number of a stream, and the largest window. */
export const LARGEST = 2 ** 31 - 1;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** A view of received bytes, valid until the next bytes are added: copy it to keep it. */
  readonly payload: Buffer;
}

/** Splits a byte stream into frames. */
export interface FrameReader {
  /** Takes received bytes. They are copied where they have to wait for the rest of their frame. */
  readonly add: (received: Buffer) => void;
  /** The next whole frame; undefined where there is none. Throws {@link ConnectionError} for bytes that are not HTTP/2. */
  readonly next: () => Frame | undefined;
  /** Bytes that were not returned as frames yet. */
  readonly waiting: () => number;
}

const NOTHING: Buffer = Buffer.alloc(0);

/** Reads what a client sends, which begins with the preface, or a server. */
export function frameReader(from: 'client' | 'server'): FrameReader {
  /** The bytes of an incomplete frame. Each received chunk is appended once, however small it is. */
  const incomplete = createByteBuffer();
  let bytes = NOTHING;
  let at = 0;
  let hasPreface = from === 'server';

  function skipPreface(): void {
    const length = prefaceOf(bytes.subarray(at));
    hasPreface = length > 0;
    at += length;
  }
  /** Copies what is left, so that a network buffer is not kept for a few bytes of it. */
  function keepRest(): void {
    if (at === 0 && incomplete.length === bytes.length) return;
    const rest = bytes.subarray(at);
    if (incomplete.length > 0) incomplete.take();
    if (rest.length > 0) incomplete.append(rest);
    bytes = rest.length > 0 ? incomplete.view() : NOTHING;
    at = 0;
  }

  return {
    add(received) {
      keepRest();
      if (bytes.length === 0) {
        bytes = received;
        return;
      }
      incomplete.append(received);
      bytes = incomplete.view();
    },
    next() {
      if (!hasPreface) skipPreface();
      const length = hasPreface ? lengthAt(bytes, at) : undefined;
      if (length === undefined) {
        keepRest();
        return undefined;
      }
      const start = at + HEAD_BYTES;
      const type = bytes[at + 3] ?? 0;
      const flags = bytes[at + 4] ?? 0;
      const stream = bytes.readUInt32BE(at + 5) & LARGEST;
      at = start + length;
      return { type, flags, stream, payload: bytes.subarray(start, at) };
    },
    waiting: () => bytes.length - at,
  };
}

/** The length of the preface; 0 while it is incomplete. */
function prefaceOf(bytes: Buffer): number {
  const length = Math.min(bytes.length, PREFACE.length);
  if (PREFACE.compare(bytes, 0, length, 0, length) !== 0) {
    throw new ConnectionError(CODE.protocolError, 'the connection does not begin as HTTP/2 does');
  }
  return length === PREFACE.length ? length : 0;
}

/** The length of the payload of the frame that begins at `at`; undefined while it is incomplete. */
function lengthAt(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < HEAD_BYTES) return undefined;
  const length = bytes.readUIntBE(at, 3);
  if (length > MOST_PAYLOAD) throw new ConnectionError(CODE.frameSizeError, `a frame has ${length} bytes`);
  return bytes.length - at < HEAD_BYTES + length ? undefined : length;
}

/** Writes the head of a frame at the beginning of a buffer. */
export function writeHead(into: Buffer, length: number, { type, flags, stream }: Omit<Frame, 'payload'>): void {
  into.writeUIntBE(length, 0, 3);
  into[3] = type;
  into[4] = flags;
  into.writeUInt32BE(stream, 5);
}

export function frameHead(length: number, head: Omit<Frame, 'payload'>): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES);
  writeHead(bytes, length, head);
  return bytes;
}

/** A whole frame whose payload are numbers of four bytes. */
export function numbersFrame(type: number, stream: number, numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + 4 * numbers.length);
  writeHead(bytes, 4 * numbers.length, { type, flags: 0, stream });
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, HEAD_BYTES + 4 * index);
  return bytes;
}

export function settingsFrame(settings: readonly (readonly [setting: number, value: number])[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + 6 * settings.length);
  writeHead(bytes, 6 * settings.length, { type: FRAME.settings, flags: 0, stream: 0 });
  for (const [index, [setting, value]] of settings.entries()) {
    bytes.writeUInt16BE(setting, HEAD_BYTES + 6 * index);
    bytes.writeUInt32BE(value, HEAD_BYTES + 6 * index + 2);
  }
  return bytes;
}

/** The stream on which a HEADERS or PRIORITY frame has its own depend; undefined where it says nothing of that. */
export function dependencyOf({ type, flags, payload }: Frame): number | undefined {
  if (type === FRAME.headers && (flags & FLAG.priority) === 0) return undefined;
  const start = type === FRAME.headers && (flags & FLAG.padded) !== 0 ? 1 : 0;
  return payload.readUInt32BE(start) & LARGEST;
}

/** What is between the padding of a DATA or HEADERS frame, and behind its priority. */
export function unpadded({ type, flags, payload }: Frame): Buffer {
  let start = 0;
  let end = payload.length;
  if ((flags & FLAG.padded) !== 0) {
    end -= payload[0] ?? 1;
    start += 1;
  }
  if (type === FRAME.headers && (flags & FLAG.priority) !== 0) start += 5;
  if (start > end) throw new ConnectionError(CODE.protocolError, 'a frame is shorter than its padding and priority');
  return payload.subarray(start, end);
}
