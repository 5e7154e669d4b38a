import { createWriteBuffers } from '../protocol/write-buffers.js';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { HEAD_BYTES, FRAME, PREFACE, settingsFrame } from '../protocol/frames.js';
import type { Scheduler } from './scheduler.js';
import { beginSession } from './session.js';
import type { Stream } from './stream.js';

export interface FakeOptions {
  readonly scheduler: Scheduler;
  readonly serve: (stream: Stream) => Promise<void>;
  /** A clock in milliseconds; a stopped one when absent, so that the connection gets no income. */
  readonly now?: () => number;
}

/** A server session on an in-memory socket. */
export interface FakeSession {
  /** Sends bytes unless the server has paused reading. Returns whether it did. */
  readonly send: (bytes: Uint8Array) => boolean;
  /** Sends bytes as the server reads them. */
  readonly sendAll: (bytes: Uint8Array) => Promise<void>;
  /** Bytes that the session has received. */
  readonly consumed: () => number;
  /** The code of GOAWAY; undefined before there is one. */
  readonly goneWith: () => number | undefined;
  /** The number of frames that the server sent, by type. */
  readonly sent: (type: keyof typeof FRAME) => number;
}

export function fakeSession({ scheduler, serve, now = () => 0 }: FakeOptions): FakeSession {
  const counts = new Map<number, number>();
  let code: number | undefined;
  let consumed = 0;
  let rest: Buffer = Buffer.alloc(0);
  const duplex = new Duplex({
    read: () => undefined,
    writev(chunks, done) {
      rest = Buffer.concat([rest, ...chunks.map(({ chunk }) => chunk as Buffer)]);
      while (rest.length >= HEAD_BYTES && rest.length >= HEAD_BYTES + rest.readUIntBE(0, 3)) {
        const type = rest[3] ?? 0;
        counts.set(type, (counts.get(type) ?? 0) + 1);
        if (type === FRAME.goAway) code ??= rest.readUInt32BE(HEAD_BYTES + 4);
        rest = rest.subarray(HEAD_BYTES + rest.readUIntBE(0, 3));
      }
      done();
    },
  });
  const socket = Object.assign(duplex, { setTimeout: () => duplex }) as unknown as Socket;
  beginSession({
    socket,
    scheduler,
    buffers: createWriteBuffers(),
    serve,
    now,
    maxStreams: 250,
    onUse: () => undefined,
    shouldGoAway: () => false,
    date: () => 'Thu, 01 Jan 1970 00:00:00 GMT',
    times: { head: 1000, unread: 1000, idle: 1000 },
  });
  duplex.on('data', ({ length }: Buffer) => (consumed += length));
  duplex.push(Buffer.concat([PREFACE, settingsFrame([])]));
  const send = (bytes: Uint8Array): boolean => !duplex.isPaused() && (duplex.push(bytes), true);
  return {
    send,
    async sendAll(bytes) {
      while (!send(bytes)) await nextTurn();
      await nextTurn();
    },
    consumed: () => consumed,
    goneWith: () => code,
    sent: (type) => counts.get(FRAME[type]) ?? 0,
  };
}
