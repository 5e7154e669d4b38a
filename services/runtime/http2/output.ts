import type { Socket } from 'node:net';
import type { Gate } from './gate.js';
import { FLAG, FRAME, frameHead, LARGEST, MOST_PAYLOAD } from './frames.js';

/** The window that connections and streams begin with. */
export const FIRST_WINDOW = 65_535;
/** Data wait in their streams while so many bytes are on their way to the socket. */
const MOST_WAITING = 128 * 1024;
/** Milliseconds that a frame waits for others to go along with. */
const COMPANY = 5;
/** No more is read of another side that takes so little of what is sent to it. */
const MOST_UNREAD = 2 * MOST_WAITING;

/** A stream with something to send. */
export interface Sender {
  readonly id: number;
  /** How much the other side takes of this stream; less than nothing where it has changed its mind. */
  window: number;
  /** What is left to be sent. */
  chunk: Uint8Array | undefined;
  /** Whether the stream ends with that. */
  isEnd: boolean;
  /** When some of it was sent, or could have been. In milliseconds. */
  movedAt: number;
  /** Called with the bytes of each DATA frame that is written, and whether the chunk is sent with it. */
  readonly onSent: (bytes: number, isWhole: boolean) => void;
}

/** What is sent on one connection: frames together as far as one turn makes them, and streams in turn. */
export interface Output {
  readonly send: (frame: Buffer) => void;
  /** Sends what nobody is in a hurry for with what is sent next, or a little later by itself: a write of its own is dear. */
  readonly sendAlong: (frame: Buffer) => void;
  /** Sends the sender's chunk as the other side's windows and the connection allow. */
  readonly queue: (sender: Sender) => void;
  readonly forget: (sender: Sender) => void;
  /** The other side takes more, on the whole connection or on one stream. False where that is more than a window can be. */
  readonly grant: (bytes: number, sender?: Sender) => boolean;
  /** Tells the other side that nothing more comes, and reads on. */
  readonly end: () => void;
  /**
   * The number of bytes of data that the system took, when data wait to be sent; undefined when none wait. It goes down when
   * other frames are written, and exceeds its former maximum only when data are taken.
   */
  readonly taken: () => number | undefined;
}

export interface OutputOptions {
  readonly socket: Socket;
  /** Closed while the other side takes too little of what is sent to it. */
  readonly gate: Gate;
  /** In milliseconds. */
  readonly now: () => number;
  /** Schedules the flush of what was written; at the end of the tick when absent. */
  readonly later?: (flush: () => void) => void;
}

export function createOutput(options: OutputOptions): Output {
  const { socket, gate, now, later = (flush: () => void) => process.nextTick(flush) } = options;
  const ready = new Set<Sender>();
  /** Those whose chunk waits for a window, or for the socket. */
  const waiting = new Set<Sender>();
  let sent = 0;
  let window = FIRST_WINDOW;
  let isCorked = false;
  /** What goes along with the next write. */
  let along: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  const uncork = (): void => {
    isCorked = false;
    socket.uncork();
    if (socket.writableLength >= MOST_UNREAD) gate.close('output');
  };
  function begin(): void {
    if (isCorked) return;
    isCorked = true;
    socket.cork();
    later(uncork);
    clearTimeout(timer);
    timer = undefined;
    for (const frame of along) socket.write(frame);
    along = [];
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
  /** Whoever has more to send stands in line again, behind the others. */
  function pump(): void {
    for (const sender of ready) {
      if (socket.writableLength >= MOST_WAITING || !socket.writable) return;
      const left = sender.chunk?.byteLength ?? 0;
      // An end without data needs no window, not even one that is less than nothing.
      const length = Math.max(0, Math.min(left, sender.window, window, MOST_PAYLOAD));
      // The connection's window is at its end, and not that of the stream.
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
    sendAlong(frame) {
      if (isCorked) return write(frame);
      along.push(frame);
      timer ??= setTimeout(() => {
        if (socket.writable) begin();
      }, COMPANY).unref();
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
      // Else nobody can send for it: to look through all of them each time would be dear.
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
