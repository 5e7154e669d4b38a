import { createByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';
import { CODE, ConnectionError } from './errors.js';

/** The frame types (RFC 9113, section 6). */
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

/** The client connection preface. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
export const HEAD_BYTES = 9;
/** The default SETTINGS_MAX_FRAME_SIZE, which this implementation keeps. */
export const MAX_PAYLOAD = 16_384;
/** The largest stream id and the largest window. */
export const LARGEST = 2 ** 31 - 1;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** A view of received bytes, valid until the next `add`: copy it to keep it. */
  readonly payload: Buffer;
}

/** Splits a byte stream into frames. */
export interface FrameReader {
  /** Adds received bytes. Copies them if they belong to an incomplete frame. */
  readonly add: (received: Buffer) => void;
  /**
   * The next complete frame; undefined if there is none. Throws {@link ConnectionError} for bytes that are not
   * HTTP/2.
   */
  readonly next: () => Frame | undefined;
  /** Number of bytes not yet returned as frames. */
  readonly waiting: () => number;
}

const PING_BYTES = 8;
const NOTHING: Buffer = Buffer.alloc(0);

/** Reads the frames of a client, which begin with the preface, or of a server. */
export function frameReader(from: 'client' | 'server'): FrameReader {
  /** The bytes of an incomplete frame. Each chunk is appended once. */
  const incomplete = createByteBuffer();
  let bytes = NOTHING;
  let at = 0;
  let hasPreface = from === 'server';

  function skipPreface(): void {
    const length = prefaceOf(bytes.subarray(at));
    hasPreface = length > 0;
    at += length;
  }
  /** Copies the rest, so that it does not keep a network buffer alive. */
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
    throw new ConnectionError(CODE.protocolError, 'the connection preface is invalid');
  }
  return length === PREFACE.length ? length : 0;
}

/** The payload length of the frame at `at`; undefined while it is incomplete. */
function lengthAt(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < HEAD_BYTES) return undefined;
  const length = bytes.readUIntBE(at, 3);
  if (length > MAX_PAYLOAD) throw new ConnectionError(CODE.frameSizeError, `a frame has ${length} bytes`);
  return bytes.length - at < HEAD_BYTES + length ? undefined : length;
}

/** Writes a frame header at the beginning of a buffer. */
export function writeHead(into: Buffer, length: number, { type, flags, stream }: Omit<Frame, 'payload'>): void {
  // Single bytes: a DATA frame of a watch is small, and the methods of buffers check their arguments.
  into[0] = length >>> 16;
  into[1] = length >>> 8;
  into[2] = length;
  into[3] = type;
  into[4] = flags;
  into[5] = stream >>> 24;
  into[6] = stream >>> 16;
  into[7] = stream >>> 8;
  into[8] = stream;
}

export function frameHead(length: number, head: Omit<Frame, 'payload'>): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES);
  writeHead(bytes, length, head);
  return bytes;
}

/** A frame whose payload consists of 32-bit numbers. */
export function numbersFrame(type: number, stream: number, numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + 4 * numbers.length);
  writeHead(bytes, 4 * numbers.length, { type, flags: 0, stream });
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, HEAD_BYTES + 4 * index);
  return bytes;
}

/** A PING with an empty payload. */
export function pingFrame(): Buffer {
  return Buffer.concat([frameHead(PING_BYTES, { type: FRAME.ping, flags: 0, stream: 0 }), Buffer.alloc(PING_BYTES)]);
}

/** The acknowledgement of a PING with this payload. */
export function pingAck(payload: Buffer): Buffer {
  return Buffer.concat([frameHead(payload.length, { type: FRAME.ping, flags: FLAG.ack, stream: 0 }), payload]);
}

/** The acknowledgement of SETTINGS. */
export function settingsAck(): Buffer {
  return frameHead(0, { type: FRAME.settings, flags: FLAG.ack, stream: 0 });
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

/** The stream that a HEADERS or PRIORITY frame depends on; undefined without priority fields. */
export function dependencyOf({ type, flags, payload }: Frame): number | undefined {
  if (type === FRAME.headers && (flags & FLAG.priority) === 0) return undefined;
  const start = type === FRAME.headers && (flags & FLAG.padded) !== 0 ? 1 : 0;
  return payload.readUInt32BE(start) & LARGEST;
}

/** The payload of a DATA or HEADERS frame without padding and priority fields. */
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
