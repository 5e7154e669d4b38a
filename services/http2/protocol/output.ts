import type { Socket } from 'node:net';
import type { Gate } from './gate.js';
import { FLAG, FRAME, frameHead, LARGEST, MAX_PAYLOAD } from './frames.js';

/** The initial window of connections and streams. */
export const FIRST_WINDOW = 65_535;
/** Data stay in their streams while this many bytes are buffered in the socket. */
const MAX_BUFFERED = 128 * 1024;
/** Milliseconds for which a piggybacked frame waits for another write. */
const PIGGYBACK_DELAY = 5;
/** Reading pauses when the peer leaves this many bytes unread. */
const MAX_UNREAD = 2 * MAX_BUFFERED;

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
  /** Schedules the flush of corked writes; at the end of the tick when absent. */
  readonly later?: (flush: () => void) => void;
}

export function createOutput(options: OutputOptions): Output {
  const { socket, gate, now, later = (flush: () => void) => process.nextTick(flush) } = options;
  const ready = new Set<Sender>();
  /** Senders whose chunk waits for a window or for the socket. */
  const waiting = new Set<Sender>();
  let sent = 0;
  let window = FIRST_WINDOW;
  let isCorked = false;
  /** Frames that wait for the next write. */
  let piggybacked: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  const uncork = (): void => {
    isCorked = false;
    socket.uncork();
    if (socket.writableLength >= MAX_UNREAD) gate.close('output');
  };
  function begin(): void {
    if (isCorked) return;
    isCorked = true;
    socket.cork();
    later(uncork);
    clearTimeout(timer);
    timer = undefined;
    for (const frame of piggybacked) socket.write(frame);
    piggybacked = [];
  }
  function write(bytes: Uint8Array): void {
    begin();
    socket.write(bytes);
  }
  function sendPart(sender: Sender, length: number): void {
    const { chunk = Buffer.alloc(0), id, isEnd } = sender;
    const isAll = length === chunk.byteLength;
    const flags = isAll && isEnd ? FLAG.endStream : 0;
    write(frameHead(length, { type: FRAME.data, flags, stream: id }));
    if (length > 0) write(isAll ? chunk : chunk.subarray(0, length));
    window -= length;
    sender.window -= length;
    sent += length;
    if (isAll) {
      waiting.delete(sender);
      sender.chunk = undefined;
      sender.onSent(length, true);
      return;
    }
    sender.onSent(length, false);
    sender.chunk = chunk.subarray(length);
    sender.movedAt = now();
    ready.add(sender);
  }
  /** Round-robin: a sender with more data is queued again at the end. */
  function pump(): void {
    for (const sender of ready) {
      if (socket.writableLength >= MAX_BUFFERED || !socket.writable) return;
      const left = sender.chunk?.byteLength ?? 0;
      // An end without data needs no window, not even a positive one.
      const length = Math.max(0, Math.min(left, sender.window, window, MAX_PAYLOAD));
      // Only the connection's window is exhausted.
      if (length === 0 && left > 0 && sender.window > 0) continue;
      ready.delete(sender);
      if (length > 0 || left === 0) sendPart(sender, length);
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
      if (isCorked) return write(frame);
      piggybacked.push(frame);
      timer ??= setTimeout(() => {
        if (socket.writable) begin();
      }, PIGGYBACK_DELAY).unref();
    },
    queue(sender) {
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
      socket.end();
      gate.disable();
    },
    taken: () => (waiting.size === 0 && socket.writableLength === 0 ? undefined : sent - socket.writableLength),
  };
}
