import type { Socket } from 'node:net';
import type { Gate } from './gate.js';
import { FLAG, FRAME, frameHead, LARGEST, MAX_PAYLOAD } from './frames.js';
import { MAX_BUFFERED, type WriteBuffers } from './write-buffers.js';

/** The initial window of connections and streams. */
export const FIRST_WINDOW = 65_535;
/** Smaller writes get memory of their own. */
const LARGE = 32 * 1024;
/** Milliseconds for which a piggybacked frame waits for another write. */
const PIGGYBACK_DELAY = 5;
/** Reading pauses when the peer leaves this many bytes unread. */
const MAX_UNREAD = 2 * MAX_BUFFERED;

const NOTHING = new Uint8Array();

/** A stream with data to send. */
export interface Sender {
  readonly id: number;
  /** The stream's flow-control window; negative if the peer has reduced the initial window. */
  window: number;
  /** The data that remain to be sent. */
  chunk: Uint8Array | undefined;
  /** Whether the stream ends after the chunk. */
  isEnd: boolean;
  /** When data were last sent, or could have been, in milliseconds. */
  movedAt: number;
  /** Called for each DATA frame with its size, and whether the chunk is finished. */
  readonly onSent: (bytes: number, isWhole: boolean) => void;
}

/** The send side of one connection: batches the frames of an event-loop turn, and serves streams round-robin. */
export interface Output {
  readonly send: (frame: Buffer) => void;
  /**
   * Sends a frame that is not urgent with the next write, or after a short delay, because a write of its own is
   * expensive.
   */
  readonly piggyback: (frame: Buffer) => void;
  /** Sends the sender's chunk as the flow-control windows and the socket allow. */
  readonly queue: (sender: Sender) => void;
  readonly forget: (sender: Sender) => void;
  /** Enlarges the window of the connection or of one stream. False if it would exceed the maximum. */
  readonly grant: (bytes: number, sender?: Sender) => boolean;
  /** Writes the frames of this turn now. */
  readonly flush: () => void;
  /** Ends the write side and continues to read. */
  readonly end: () => void;
  /**
   * Number of data bytes that the system accepted while data wait; undefined when none wait. It decreases when other
   * frames are written, and exceeds its previous maximum only when data are accepted.
   */
  readonly taken: () => number | undefined;
}

export interface OutputOptions {
  readonly socket: Socket;
  /** Closed while the peer does not read. */
  readonly gate: Gate;
  /** In milliseconds. */
  readonly now: () => number;
  /** Schedules the write of the frames of a turn; at the end of the tick when absent. */
  readonly later?: (flush: () => void) => void;
  /** For large writes, which get memory of their own when absent. */
  readonly buffers?: WriteBuffers;
}

export function createOutput(options: OutputOptions): Output {
  const { socket, gate, now, buffers, later = (flush: () => void) => process.nextTick(flush) } = options;
  const ready = new Set<Sender>();
  /** Senders whose chunk waits for a window or for the socket. */
  const waiting = new Set<Sender>();
  let sent = 0;
  let window = FIRST_WINDOW;
  /** The frames of this turn. One write of them costs the socket less than many, and takes the fewest TLS records. */
  let parts: Uint8Array[] = [];
  let length = 0;
  /** Whether senders wait because enough is buffered. */
  let isFull = false;
  /** Frames that wait for the next write. */
  let piggybacked: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  const buffered = (): number => socket.writableLength + length;
  const flush = (): void => {
    const [first] = parts;
    if (first === undefined) return;
    const [written, size] = [parts, length];
    parts = [];
    length = 0;
    if (!socket.writable) return;
    const isTaken = written.length === 1 ? socket.write(first) : writeTogether(written, size);
    // A socket that takes the bytes at once emits no `drain`.
    if (isTaken && isFull) pump();
    if (socket.writableLength >= MAX_UNREAD) gate.close('output');
  };
  /** One copy and one write cost less than many writes. */
  function writeTogether(written: readonly Uint8Array[], size: number): boolean {
    if (buffers === undefined || size < LARGE || size > buffers.size) return socket.write(Buffer.concat(written, size));
    const buffer = buffers.take();
    let at = 0;
    for (const part of written) {
      buffer.set(part, at);
      at += part.byteLength;
    }
    return socket.write(buffer.subarray(0, size), (error) => {
      // After an error, the system may still read the buffer.
      if (error === undefined || error === null) buffers.give(buffer);
    });
  }
  function write(bytes: Uint8Array): void {
    if (parts.length === 0 && piggybacked.length > 0) writePiggybacked();
    if (parts.length === 0) later(flush);
    parts.push(bytes);
    length += bytes.byteLength;
  }
  function writePiggybacked(): void {
    clearTimeout(timer);
    timer = undefined;
    const frames = piggybacked;
    piggybacked = [];
    for (const frame of frames) write(frame);
  }
  function sendPart(sender: Sender, bytes: number): void {
    const { chunk = NOTHING, id, isEnd } = sender;
    const isAll = bytes === chunk.byteLength;
    const flags = isAll && isEnd ? FLAG.endStream : 0;
    write(frameHead(bytes, { type: FRAME.data, flags, stream: id }));
    if (bytes > 0) write(isAll ? chunk : chunk.subarray(0, bytes));
    window -= bytes;
    sender.window -= bytes;
    sent += bytes;
    if (isAll) {
      sender.chunk = undefined;
      sender.onSent(bytes, true);
      return;
    }
    sender.onSent(bytes, false);
    sender.chunk = chunk.subarray(bytes);
    sender.movedAt = now();
    ready.add(sender);
  }
  /** Whether the whole chunk can be sent at once, before no other. */
  function isFree({ chunk, window: own }: Sender): boolean {
    const left = chunk?.byteLength ?? 0;
    if (ready.size > 0 || left > own || left > window || left > MAX_PAYLOAD) return false;
    return buffered() < MAX_BUFFERED && socket.writable;
  }
  /** Round-robin: a sender with more data is queued again at the end. */
  function pump(): void {
    isFull = false;
    for (const sender of ready) {
      isFull = buffered() >= MAX_BUFFERED;
      if (isFull || !socket.writable) return;
      const left = sender.chunk?.byteLength ?? 0;
      // An end without data needs no window, not even a positive one.
      const bytes = Math.max(0, Math.min(left, sender.window, window, MAX_PAYLOAD));
      // Only the connection's window is exhausted.
      if (bytes === 0 && left > 0 && sender.window > 0) continue;
      ready.delete(sender);
      if (bytes === left) waiting.delete(sender);
      if (bytes > 0 || left === 0) sendPart(sender, bytes);
    }
  }
  socket.on('drain', () => {
    gate.open('output');
    pump();
  });
  return {
    send: (frame) => {
      if (socket.writable) write(frame);
    },
    piggyback(frame) {
      if (parts.length > 0) return write(frame);
      piggybacked.push(frame);
      timer ??= setTimeout(() => {
        if (socket.writable) writePiggybacked();
      }, PIGGYBACK_DELAY).unref();
    },
    flush,
    queue(sender) {
      if (isFree(sender)) return sendPart(sender, sender.chunk?.byteLength ?? 0);
      sender.movedAt = now();
      ready.add(sender);
      waiting.add(sender);
      pump();
    },
    forget(sender) {
      ready.delete(sender);
      waiting.delete(sender);
    },
    grant(bytes, sender) {
      const granted = (sender?.window ?? window) + bytes;
      if (granted > LARGEST) return false;
      if (sender === undefined) window = granted;
      else sender.window = granted;
      if (sender?.chunk !== undefined) ready.add(sender);
      // With an exhausted connection window nothing can be sent, and scanning all senders would be expensive.
      if (window > 0) pump();
      return true;
    },
    end() {
      flush();
      socket.end();
      gate.disable();
    },
    taken: () => (waiting.size === 0 && buffered() === 0 ? undefined : sent - buffered()),
  };
}
