import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectSecurely, TLSSocket } from 'node:tls';
import { FLAG, FRAME, frameHead, HEAD_BYTES, numbersFrame, PREFACE, settingsFrame } from '../protocol/frames.js';

/** A frame from the server, with the name of its type. */
export interface ReceivedFrame {
  readonly type: keyof typeof FRAME;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A client connection that sends arbitrary bytes. */
export interface RawSession {
  readonly socket: Socket;
  readonly received: readonly ReceivedFrame[];
  readonly send: (...frames: readonly Uint8Array[]) => void;
  /** Resolves with the first matching frame that was not returned before. Rejects if the connection ends first. */
  readonly next: (type: keyof typeof FRAME, stream?: number) => Promise<ReceivedFrame>;
  /** Resolves with the status of a response once it is complete. */
  readonly answer: (stream: number) => Promise<string>;
  readonly ended: Promise<unknown>;
}

export interface RawOptions {
  readonly port: number;
  /** Opens the connection; over TLS with ALPN when absent. */
  readonly connect?: () => Socket;
  /** The first bytes of the client; the preface and empty SETTINGS when absent. */
  readonly beginning?: readonly Uint8Array[];
}

const TYPES = Object.fromEntries(Object.entries(FRAME).map(([name, type]) => [type, name])) as Record<
  number,
  keyof typeof FRAME
>;

export async function openRawSession(options: RawOptions): Promise<RawSession> {
  const { port, beginning, connect = () => secureSocket(port) } = options;
  const socket = connect();
  // The server may close the connection; only the frames before that matter.
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, socket instanceof TLSSocket ? 'secureConnect' : 'connect');
  const received: ReceivedFrame[] = [];
  let rest = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= HEAD_BYTES && rest.length >= HEAD_BYTES + rest.readUIntBE(0, 3)) {
      const end = HEAD_BYTES + rest.readUIntBE(0, 3);
      received.push({
        type: TYPES[rest[3] ?? 0] ?? 'data',
        flags: rest[4] ?? 0,
        stream: rest.readUInt32BE(5),
        payload: rest.subarray(HEAD_BYTES, end),
      });
      rest = rest.subarray(end);
    }
    socket.emit('frames');
  });
  const seen = new Set<ReceivedFrame>();
  const find = async (isMeant: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame> => {
    for (;;) {
      const found = received.find((frame) => !seen.has(frame) && isMeant(frame));
      if (found !== undefined) {
        seen.add(found);
        return found;
      }
      if (socket.closed) throw new Error(`the connection ended after ${received.map(({ type }) => type).join(' ')}`);
      await Promise.race([once(socket, 'frames'), ended]);
    }
  };
  const send = (...frames: readonly Uint8Array[]): void => void socket.write(Buffer.concat(frames));
  send(...(beginning ?? [PREFACE, settingsFrame([])]));
  return {
    socket,
    received,
    send,
    ended,
    next: (wanted, stream) =>
      find(({ type, stream: id }) => type === wanted && (stream === undefined || id === stream)),
    async answer(stream) {
      const head = await find(({ type, stream: id }) => type === 'headers' && id === stream);
      if ((head.flags & FLAG.endStream) === 0) {
        await find(({ type, flags, stream: id }) => type === 'data' && id === stream && (flags & FLAG.endStream) !== 0);
      }
      return statusOf(head.payload);
    },
  };
}

function secureSocket(port: number): TLSSocket {
  return connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
}

const STATUSES: Readonly<Record<number, string>> = { 8: '200', 11: '304', 12: '400', 13: '404', 14: '500' };

/** The status in a header block of this server, after an optional table size update. */
function statusOf(block: Buffer): string {
  const at = block[0] === 0x20 ? 1 : 0;
  const first = block[at] ?? 0;
  return first >= 0x80 ? (STATUSES[first & 0x7f] ?? '?') : block.toString('latin1', at + 2, at + 5);
}

export type Fields = readonly (readonly [name: string, value: string])[];

export const GET: Fields = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':path', '/'],
  [':authority', 'test'],
];
export const POST: Fields = [[':method', 'POST'], ...GET.slice(1)];

/** A priority that depends on stream 1. */
export const ITSELF = Buffer.from([0, 0, 0, 1, 16]);

/** Fields as literals without indexing. */
export function literals(fields: Fields): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const lengths = [127];
  let rest = bytes.length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) lengths.push(128 + (rest % 128));
  return Buffer.concat([Buffer.from([...lengths, rest]), bytes]);
}

export function frame(
  type: keyof typeof FRAME,
  flags: number,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  return Buffer.concat([frameHead(payload.byteLength, { type: FRAME[type], flags, stream }), payload]);
}

/** A request in one frame; `isEnd` means that it has no body. */
export function request(stream: number, fields: Fields = GET, isEnd = true): Buffer {
  return frame('headers', FLAG.endHeaders | (isEnd ? FLAG.endStream : 0), stream, literals(fields));
}

export function numbers(type: keyof typeof FRAME, stream: number, ...values: readonly number[]): Buffer {
  return numbersFrame(FRAME[type], stream, values);
}
