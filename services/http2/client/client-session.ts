import type { Socket } from 'node:net';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { ClientStream, type StreamListener } from './client-stream.js';
import { CODE, ConnectionError } from '../protocol/errors.js';
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
} from '../protocol/frames.js';
import { blockCollector } from '../protocol/header-block.js';
import { headerDecoder } from '../protocol/header-decoder.js';
import { encodeHead, type Head } from '../protocol/header-encoder.js';
import { createGate } from '../protocol/gate.js';
import { createOutput, FIRST_WINDOW } from '../protocol/output.js';
import { receiveWindow } from '../protocol/receive-window.js';
import { readSettings } from '../protocol/settings.js';

export interface ClientSessionOptions {
  /** A socket that speaks HTTP/2 from the start. It may still be connecting. */
  readonly socket: Socket;
  /** Flow-control window of a stream: the bytes in transit for a reader that does not read. */
  readonly streamWindow: number;
  /** Flow-control window of the connection, which is always read. */
  readonly connectionWindow: number;
  /** Called once, when the server's SETTINGS have arrived. */
  readonly onReady: () => void;
  /** Called on GOAWAY. Streams that the server has begun may finish. */
  readonly onGoAway: () => void;
  /** Called once with the reason, when the session has ended. */
  readonly onClose: (reason: string) => void;
}

/** The client side of an HTTP/2 connection (RFC 9113). */
export interface ClientSession {
  readonly isUsable: () => boolean;
  /** Number of open and queued streams. */
  readonly streams: () => number;
  /** The server's limit of concurrent streams; Infinity without one. */
  readonly limit: () => number;
  /**
   * Sends headers at once, or when the server allows another stream. The session must be usable. Throws as {@link
   * encodeHead} does.
   */
  readonly open: (fields: Head['fields'], listener: StreamListener) => ClientStream;
  /** Accepts no new streams and ends with the last one. */
  readonly leave: () => void;
  /** Ends the connection and all streams. */
  readonly destroy: (reason: string) => void;
}

/** Size limit of response headers in bytes. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Milliseconds for the server to read the last data. */
const LINGER = 1000;

export function openClientSession(options: ClientSessionOptions): ClientSession {
  const { socket, streamWindow, connectionWindow, onReady, onGoAway, onClose } = options;
  // Corks the requests of one event-loop turn into one write, because a system call is expensive.
  const output = createOutput({ socket, gate: createGate(socket), now: Date.now, later: setImmediate });
  const blocks = blockCollector();
  const headers = headerDecoder(MAX_HEADER_BYTES);
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
  /** The headers of the stream that begins next. */
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
  /** Opens a queued stream, or ends the session after the last one. */
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
  /** Pending writes are still flushed. */
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
    // Decodes headers of closed streams too, because they update the HPACK table.
    const { fields, isTooLarge } = headers.decode(block.bytes);
    const stream = streamOf(frame);
    if (isTooLarge) throw new ConnectionError(CODE.enhanceYourCalm, 'the response headers are too large');
    stream?.listener.onHead(fields);
    if (block.isEnd) stream?.finish();
  }
  function onData(frame: Frame): void {
    const { length } = frame.payload;
    if (!receiving.take(length))
      throw new ConnectionError(CODE.flowControlError, 'the flow-control window was exceeded');
    const increment = receiving.give(length);
    if (increment > 0) output.send(numbersFrame(FRAME.windowUpdate, 0, [increment]));
    streamOf(frame)?.receive(frame);
  }
  /** Undefined for a closed stream. */
  function streamOf({ stream: id }: Frame): ClientStream | undefined {
    if (id % 2 === 0 || id >= nextId) throw new ConnectionError(CODE.protocolError, `stream ${id} was never opened`);
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
    if (!output.grant(bytes, stream))
      throw new ConnectionError(CODE.flowControlError, 'a flow-control window is too large');
  }
  function onWindow(frame: Frame): void {
    const more = numberAt(frame, 0) & LARGEST;
    if (more === 0) throw new ConnectionError(CODE.protocolError, 'a window update has an increment of 0');
    if (frame.stream === 0) return grant(more);
    const stream = streamOf(frame);
    if (stream !== undefined) grant(more, stream);
  }
  function onLeave(frame: Frame): void {
    const last = numberAt(frame, 0) & LARGEST;
    const reason = 'the server sent GOAWAY';
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
    if (!isReady && type !== FRAME.settings)
      throw new ConnectionError(CODE.protocolError, 'the first frame must be SETTINGS');
    if ((type === FRAME.continuation ? frame.stream : undefined) !== blocks.pending()) {
      throw new ConnectionError(CODE.protocolError, 'a header block was interrupted by another frame');
    }
    if (type === FRAME.data) onData(frame);
    else if (type === FRAME.headers || type === FRAME.continuation) onHead(frame);
    else if (type === FRAME.windowUpdate) onWindow(frame);
    else if (type === FRAME.reset) streamOf(frame)?.onReset(numberAt(frame, 0));
    else if (type === FRAME.settings) onSettings(frame);
    else if (type === FRAME.goAway) onLeave(frame);
    else if (type === FRAME.push) throw new ConnectionError(CODE.protocolError, 'server push is disabled');
    else if (type === FRAME.ping && (flags & FLAG.ack) === 0) {
      // Go servers send a PING after each read to measure the bandwidth-delay product.
      output.piggyback(Buffer.concat([frameHead(payload.length, { type, flags: FLAG.ack, stream: 0 }), payload]));
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
        // Invalid headers throw here, and not when the stream begins.
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

/** An AggregateError of several connection attempts has no message. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join(', ');
  return errorMessage(error);
}

function numberAt({ payload }: Frame, at: number): number {
  if (payload.length < at + 4) throw new ConnectionError(CODE.frameSizeError, `a frame has ${payload.length} bytes`);
  return payload.readUInt32BE(at);
}
