import type { Socket } from 'node:net';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { ClientStream, type StreamListener } from './client-stream.js';
import { CODE, ConnectionError } from './errors.js';
import {
  FLAG,
  FRAME,
  frameHead,
  frameReader,
  LARGEST,
  numbersFrame,
  PREFACE,
  SETTING,
  settingsFrame,
  type Frame,
} from './frames.js';
import { blockCollector } from './header-block.js';
import { headerDecoder } from './header-decoder.js';
import { encodeHead, type Head } from './header-encoder.js';
import { createGate } from './gate.js';
import { createOutput, FIRST_WINDOW } from './output.js';
import { receiveWindow } from './receive-window.js';
import { readSettings } from './settings.js';

export interface ClientSessionOptions {
  /** HTTP/2 is spoken on it from the beginning. It may still be on its way to the server. */
  readonly socket: Socket;
  /** Bytes that may be on their way to a reader who does not read, of each stream. */
  readonly streamWindow: number;
  /** The same for all streams together; a connection as a whole is always read. */
  readonly connectionWindow: number;
  /** Told once, when the server has said how it speaks HTTP/2. */
  readonly onReady: () => void;
  /** Told when the server takes no more streams. Those that it has begun with may end. */
  readonly onGoAway: () => void;
  /** Told once, with the reason, when all is over. */
  readonly onClose: (reason: string) => void;
}

/** The client's side of one connection that speaks HTTP/2 (RFC 9113). */
export interface ClientSession {
  readonly isUsable: () => boolean;
  /** How many streams are open, or wait to be. */
  readonly streams: () => number;
  /** How many the server takes at a time; Infinity where it sets no limit. */
  readonly limit: () => number;
  /** Sends a head, at once or as soon as the server takes another stream. To be called while the session is usable. Throws as {@link encodeHead} does. */
  readonly open: (fields: Head['fields'], listener: StreamListener) => ClientStream;
  /** Takes no more streams, and ends with the last. */
  readonly leave: () => void;
  /** Ends it with all that is open. */
  readonly destroy: (reason: string) => void;
}

/** Bytes that the head of an answer may have. */
const MOST_HEADER_BYTES = 64 * 1024;
/** Milliseconds for the server to take what was sent to it last. */
const LINGER = 1000;

export function openClientSession(options: ClientSessionOptions): ClientSession {
  const { socket, streamWindow, connectionWindow, onReady, onGoAway, onClose } = options;
  // Requests of one turn of the event loop go in one write: it is dear, and so is what it wakes.
  const output = createOutput({ socket, gate: createGate(socket), now: Date.now, later: setImmediate });
  const blocks = blockCollector();
  const headers = headerDecoder(MOST_HEADER_BYTES);
  const receiving = receiveWindow(connectionWindow);
  const streams = new Map<number, ClientStream>();
  const waiting = new Set<ClientStream>();
  let phase: 'open' | 'leaving' | 'over' = 'open';
  let nextId = 1;
  let firstWindow = FIRST_WINDOW;
  let most = Infinity;
  let isReady = false;

  const carrier = { output, over };

  function begin(stream: ClientStream): void {
    const head = headOf(stream);
    streams.set(nextId, stream);
    stream.begin(nextId, firstWindow, head);
    nextId += 2;
  }
  /** Of the stream that is the next to begin. */
  function headOf({ fields }: ClientStream): Buffer {
    return encodeHead({ stream: nextId, fields, isEnd: false, isFirst: nextId === 1 });
  }
  function beginWaiting(): void {
    for (const next of waiting) {
      if (streams.size >= most) return;
      waiting.delete(next);
      begin(next);
    }
  }
  /** There is room for another stream, or none is left. */
  function over(stream: ClientStream): void {
    if (!waiting.delete(stream)) streams.delete(stream.id);
    if (phase === 'over') return;
    beginWaiting();
    if (phase === 'leaving' && streams.size === 0) end('closed');
  }
  function leave(): void {
    if (phase !== 'open') return;
    phase = 'leaving';
    if (streams.size + waiting.size === 0) end('closed');
  }
  /** What has been written is still sent. */
  function end(reason: string): void {
    if (phase === 'over') return;
    phase = 'over';
    for (const stream of waiting) stream.fail({ reason, isRefused: true });
    for (const stream of streams.values()) stream.fail({ reason, isRefused: false });
    socket.destroySoon();
    setTimeout(() => socket.destroy(), LINGER).unref();
    onClose(reason);
  }

  function onHead(frame: Frame): void {
    const block = blocks.add(frame);
    if (block === undefined) return;
    // Also that of a stream which is over: what it says can be meant by the blocks behind it.
    const { fields, isTooLarge } = headers.decode(block.bytes);
    const stream = streamOf(frame);
    if (isTooLarge) throw new ConnectionError(CODE.enhanceYourCalm, 'the head of an answer is too large');
    stream?.listener.onHead(fields);
    if (block.isEnd) stream?.finish();
  }
  function onData(frame: Frame): void {
    const { length } = frame.payload;
    if (!receiving.take(length)) throw new ConnectionError(CODE.flowControlError, 'more was sent than may be');
    const told = receiving.give(length);
    if (told > 0) output.send(numbersFrame(FRAME.windowUpdate, 0, [told]));
    streamOf(frame)?.receive(frame);
  }
  /** Undefined for one that is over. */
  function streamOf({ stream: id }: Frame): ClientStream | undefined {
    if (id % 2 === 0 || id >= nextId) throw new ConnectionError(CODE.protocolError, `there is no stream ${id}`);
    return streams.get(id);
  }
  function onSettings(frame: Frame): void {
    const { isAck, initialWindow, maxStreams } = readSettings(frame);
    if (isAck) return;
    most = maxStreams ?? most;
    if (initialWindow !== undefined) {
      for (const stream of streams.values()) grant(initialWindow - firstWindow, stream);
      firstWindow = initialWindow;
    }
    output.send(frameHead(0, { type: FRAME.settings, flags: FLAG.ack, stream: 0 }));
    beginWaiting();
    if (!isReady) onReady();
    isReady = true;
  }
  function grant(bytes: number, stream?: ClientStream): void {
    if (!output.grant(bytes, stream)) throw new ConnectionError(CODE.flowControlError, 'a window is too large');
  }
  function onWindow(frame: Frame): void {
    const more = numberAt(frame, 0) & LARGEST;
    if (more === 0) throw new ConnectionError(CODE.protocolError, 'a window grows by nothing');
    if (frame.stream === 0) return grant(more);
    const stream = streamOf(frame);
    if (stream !== undefined) grant(more, stream);
  }
  function onLeave(frame: Frame): void {
    const last = numberAt(frame, 0) & LARGEST;
    const reason = 'the server takes no more requests';
    if (phase === 'open') phase = 'leaving';
    for (const stream of [...waiting, ...streams.values()]) {
      if (stream.id === 0 || stream.id > last) stream.fail({ reason, isRefused: true });
    }
    if (streams.size === 0) return end(reason);
    onGoAway();
  }

  function onFrame(frame: Frame): void {
    if (phase === 'over') return;
    const { type, flags, payload } = frame;
    if (!isReady && type !== FRAME.settings) throw new ConnectionError(CODE.protocolError, 'settings come first');
    if ((type === FRAME.continuation ? frame.stream : undefined) !== blocks.pending()) {
      throw new ConnectionError(CODE.protocolError, 'a header block is sent in one go');
    }
    if (type === FRAME.data) onData(frame);
    else if (type === FRAME.headers || type === FRAME.continuation) onHead(frame);
    else if (type === FRAME.windowUpdate) onWindow(frame);
    else if (type === FRAME.reset) streamOf(frame)?.onReset(numberAt(frame, 0));
    else if (type === FRAME.settings) onSettings(frame);
    else if (type === FRAME.goAway) onLeave(frame);
    else if (type === FRAME.push) throw new ConnectionError(CODE.protocolError, 'nobody has asked for a push');
    else if (type === FRAME.ping && (flags & FLAG.ack) === 0) {
      // A server in Go asks so whenever it has read something, to learn how much is on its way at a time.
      output.sendAlong(Buffer.concat([frameHead(payload.length, { type, flags: FLAG.ack, stream: 0 }), payload]));
    }
  }

  let reason = 'the connection was lost';
  const reader = frameReader('server');
  socket.on('data', (received: Buffer) => {
    try {
      reader.add(received);
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) onFrame(frame);
    } catch (error) {
      const code = error instanceof ConnectionError ? error.code : CODE.internalError;
      output.send(numbersFrame(FRAME.goAway, 0, [0, code]));
      end(textOf(error));
    }
  });
  socket.on('error', (error) => {
    reason = textOf(error);
  });
  socket.once('end', () => end(reason));
  socket.once('close', () => end(reason));
  socket.write(PREFACE);
  output.send(
    settingsFrame([
      [SETTING.enablePush, 0],
      [SETTING.initialWindow, streamWindow],
    ]),
  );
  output.send(numbersFrame(FRAME.windowUpdate, 0, [connectionWindow - FIRST_WINDOW]));

  return {
    isUsable: () => phase === 'open' && nextId + 2 * waiting.size <= LARGEST,
    streams: () => streams.size + waiting.size,
    limit: () => most,
    open(fields, listener) {
      const stream = new ClientStream(carrier, fields, listener, receiveWindow(streamWindow));
      if (streams.size < most) {
        begin(stream);
      } else {
        // A head that none can be throws here, and not when its turn comes.
        headOf(stream);
        waiting.add(stream);
      }
      return stream;
    },
    leave,
    destroy(why) {
      end(why);
      socket.destroy();
    },
  };
}

/** An error of several connection attempts has no text of its own. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join(', ');
  return errorMessage(error);
}

function numberAt({ payload }: Frame, at: number): number {
  if (payload.length < at + 4) throw new ConnectionError(CODE.frameSizeError, `a frame has ${payload.length} bytes`);
  return payload.readUInt32BE(at);
}
