import { CODE, type Code } from '../protocol/errors.js';
import { FLAG, HEAD_BYTES } from '../protocol/frames.js';
import { frame, GET, literals, POST, type Fields, type ReceivedFrame } from '../server/raw.test.helper.js';

/** The expected reaction to the frames of a case. The connection stays open except after a connection error. */
export type Reaction =
  /** A connection error: GOAWAY with the code, and the connection is closed. */
  | { readonly type: 'goAway'; readonly code: Code }
  /** A stream error: RST_STREAM with the code. */
  | { readonly type: 'reset'; readonly stream: number; readonly code: Code }
  /** A response with the status, followed by RST_STREAM with PROTOCOL_ERROR: the request is malformed. */
  | { readonly type: 'malformed'; readonly stream: number }
  /** A complete response. */
  | { readonly type: 'answer'; readonly stream: number; readonly status: string; readonly body?: string }
  /** A frame that satisfies the condition. */
  | { readonly type: 'frame'; readonly frame: ReceivedFrame['type']; readonly is: (frame: ReceivedFrame) => boolean }
  /** No reaction. */
  | { readonly type: 'none' };

/** One rule of RFC 9113 or RFC 7541. */
export interface Case {
  readonly name: string;
  /** Sent in order. A number waits for the complete response on that stream, and `data` for a DATA frame. */
  readonly send: readonly (Buffer | number | 'data')[];
  readonly reaction: Reaction;
  /** The first bytes of the connection; the preface and empty SETTINGS when absent. */
  readonly beginning?: readonly Buffer[];
}

/** Cases by section, such as `RFC 9113, 6.5`. */
export type Cases = Readonly<Record<string, readonly Case[]>>;

export const goAway = (code: keyof typeof CODE): Reaction => ({ type: 'goAway', code: CODE[code] });
export const reset = (code: keyof typeof CODE, stream = 1): Reaction => ({ type: 'reset', stream, code: CODE[code] });
export const answer = (status = '200', stream = 1): Reaction => ({ type: 'answer', stream, status });
export const malformed: Reaction = { type: 'malformed', stream: 1 };
export const none: Reaction = { type: 'none' };

/** A GET request for another path. `/slow` gets no response; that of `/large` has 300,000 bytes. */
export function at(path: string, fields: Fields = GET): Fields {
  return fields.map(([name, value]) => [name, name === ':path' ? path : value] as const);
}

/** Fields of GET without the named ones. */
export function without(...names: readonly string[]): Fields {
  return GET.filter(([name]) => !names.includes(name));
}

export const SLOW = at('/slow');
export const SLOW_POST = at('/slow', POST);
export const X = Buffer.from('x');

/** A frame with any type, flags and reserved bits. */
export function anyFrame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + payload.byteLength);
  bytes.writeUIntBE(payload.byteLength, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

/** A complete GET on stream 1, whose header block is extended by bytes in hexadecimal. */
export function block(hex: string, fields: Fields = GET): Buffer {
  const bytes = Buffer.concat([literals(fields), Buffer.from(hex, 'hex')]);
  return frame('headers', FLAG.endHeaders | FLAG.endStream, 1, bytes);
}
