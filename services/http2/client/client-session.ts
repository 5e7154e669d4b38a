import type { Socket } from 'node:net';
import { createIdTable } from '@pilothouse/apimachinery/id-table/id-table.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { CODE, ConnectionError } from '../protocol/errors.js';
import {
  FRAME,
  LARGEST,
  numbersFrame,
  pingAck,
  pingFrame,
  PREFACE,
  SETTING,
  settingsAck,
  settingsFrame,
  type Frame,
} from '../protocol/frames.js';
import { createGate } from '../protocol/gate.js';
import type { HeaderBlock } from '../protocol/header-block.js';
import { headerDecoder } from '../protocol/header-decoder.js';
import { encodeHead, type Head } from '../protocol/header-encoder.js';
import { createOutput, FIRST_WINDOW } from '../protocol/output.js';
import { frameReceiver } from '../protocol/receiver.js';
import { receiveWindow } from '../protocol/receive-window.js';
import type { Settings } from '../protocol/settings.js';
import { ClientStream, type StreamListener } from './client-stream.js';

export interface ClientSessionOptions {
  /** A socket that speaks HTTP/2 from the start. It may still be connecting. */
  readonly socket: Socket;
  /** Flow-control window of a stream: the bytes in transit for a reader that does not read. */
  readonly streamWindow: number;
  /** Flow-control window of the connection, which is always read. */
  readonly connectionWindow: number;
  /** Called when SETTINGS of the server have arrived: first before it accepts streams, and again when they change. */
  readonly onSettings: () => void;
  /** Called on GOAWAY. Streams that the server has begun may finish. */
  readonly onGoAway: () => void;
  /** Called once with the reason, when the session has ended. */
  readonly onClose: (reason: string) => void;
}

/** The client side of an HTTP/2 connection (RFC 9113). */
export interface ClientSession {
  readonly isUsable: () => boolean;
  /** Whether the session has ended, including the streams in flight at GOAWAY. */
  readonly isOver: () => boolean;
  /** Number of open and queued streams. */
  readonly streams: () => number;
  /** The server's limit of concurrent streams; Infinity without one. */
  readonly limit: () => number;
  /**
   * Sends headers at once, or when the server allows another stream. The session must be usable. Without `isEnd`, the body
   * follows. Throws as {@link encodeHead} does.
   */
  readonly open: (fields: Head['fields'], listener: StreamListener, isEnd?: boolean) => ClientStream;
  /** Writes the frames of this turn now, and not at its end. */
  readonly flush: () => void;
  /** Sends a PING, which the server answers. */
  readonly ping: () => void;
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
  const { socket, streamWindow, connectionWindow, onSettings, onGoAway, onClose } = options;
  // Corks the requests of one event-loop turn into one write, because a system call is expensive.
  const output = createOutput({ socket, gate: createGate(socket), now: Date.now, later: setImmediate });
  const headers = headerDecoder(MAX_HEADER_BYTES);
  const receiving = receiveWindow(connectionWindow);
  const streams = createIdTable<ClientStream>();
  const waiting = new Set<ClientStream>();
  let phase: 'open' | 'leaving' | 'over' = 'open';
  let nextId = 1;
  let firstWindow = FIRST_WINDOW;
  let most = Infinity;

  const carrier = { output, over };
  const isOver = (): boolean => phase === 'over';

  function begin(stream: ClientStream): void {
    const head = headOf(stream);
    stream.id = nextId;
    streams.add(stream);
    stream.begin(firstWindow, head);
    nextId += 2;
  }
  /** The headers of the stream that begins next. */
  function headOf({ fields, isHeadOnly: isEnd }: ClientStream): Buffer {
    return encodeHead({ stream: nextId, fields, isEnd, isFirst: nextId === 1 });
  }
  function beginWaiting(): void {
    for (const next of waiting) {
      if (streams.size() >= most) return;
      waiting.delete(next);
      begin(next);
    }
  }
  /** Opens a queued stream, or ends the session after the last one. */
  function over(stream: ClientStream): void {
    if (!waiting.delete(stream)) streams.delete(stream.id);
    if (phase === 'over') return;
    beginWaiting();
    if (phase === 'leaving' && streams.size() === 0) end('closed');
  }
  function leave(): void {
    if (phase !== 'open') return;
    phase = 'leaving';
    if (streams.size() + waiting.size === 0) end('closed');
  }
  /** Pending writes are still flushed. */
  function end(reason: string): void {
    if (phase === 'over') return;
    phase = 'over';
    for (const stream of waiting) stream.fail({ reason, isRefused: true });
    for (const stream of streams.all()) stream.fail({ reason, isRefused: false });
    output.flush();
    socket.destroySoon();
    setTimeout(() => socket.destroy(), LINGER).unref();
    onClose(reason);
  }

  function onBlock({ stream: id, bytes, isEnd }: HeaderBlock): void {
    // Decodes headers of closed streams too, because they update the HPACK table.
    const { fields, isTooLarge } = headers.decode(bytes);
    const stream = streamOf(id);
    if (isTooLarge) throw new ConnectionError(CODE.enhanceYourCalm, 'the response headers are too large');
    if (stream === undefined) return;
    stream.listener.onHead(fields);
    if (isEnd) stream.finish();
  }
  function onData(frame: Frame): void {
    const { length } = frame.payload;
    if (!receiving.take(length))
      throw new ConnectionError(CODE.flowControlError, 'the flow-control window was exceeded');
    const increment = receiving.give(length);
    if (increment > 0) output.send(numbersFrame(FRAME.windowUpdate, 0, [increment]));
    streamOf(frame.stream)?.receive(frame);
  }
  /** Undefined for a closed stream. */
  function streamOf(id: number): ClientStream | undefined {
    if (id % 2 === 0 || id >= nextId) throw new ConnectionError(CODE.protocolError, `stream ${id} was never opened`);
    return streams.get(id);
  }
  function onPeerSettings({ initialWindow, maxStreams }: Settings): void {
    most = maxStreams ?? most;
    if (initialWindow !== undefined) {
      for (const stream of streams.all()) grant(initialWindow - firstWindow, stream);
      firstWindow = initialWindow;
    }
    output.send(settingsAck());
    beginWaiting();
    onSettings();
  }
  function grant(bytes: number, stream?: ClientStream): void {
    if (!output.grant(bytes, stream))
      throw new ConnectionError(CODE.flowControlError, 'a flow-control window is too large');
  }
  function onWindow(id: number, more: number): void {
    if (more === 0) throw new ConnectionError(CODE.protocolError, 'a window update has an increment of 0');
    if (id === 0) return grant(more);
    const stream = streamOf(id);
    if (stream !== undefined) grant(more, stream);
  }
  function onLeave(last: number): void {
    const reason = 'the server sent GOAWAY';
    if (phase === 'open') phase = 'leaving';
    for (const stream of [...waiting, ...streams.all()]) {
      if (stream.id === 0 || stream.id > last) stream.fail({ reason, isRefused: true });
    }
    if (streams.size() === 0) return end(reason);
    onGoAway();
  }

  const receiver = frameReceiver('server', {
    onBlock,
    onData,
    onReset: (id, code) => streamOf(id)?.onReset(code),
    onWindow,
    onSettings: onPeerSettings,
    // Go servers send a PING after each read to measure the bandwidth-delay product.
    onPing: (payload) => output.piggyback(pingAck(payload)),
    onGoAway: onLeave,
    // Priorities have no effect.
    onPriority: () => undefined,
  });

  let reason = 'the connection was lost';
  socket.on('data', (received: Buffer) => {
    if (isOver()) return;
    try {
      receiver.add(received);
      while (!isOver() && receiver.next() !== undefined);
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
  output.send(PREFACE);
  output.send(
    settingsFrame([
      [SETTING.enablePush, 0],
      [SETTING.initialWindow, streamWindow],
    ]),
  );
  output.send(numbersFrame(FRAME.windowUpdate, 0, [connectionWindow - FIRST_WINDOW]));

  return {
    isOver,
    isUsable: () => phase === 'open' && nextId + 2 * waiting.size <= LARGEST,
    streams: () => streams.size() + waiting.size,
    limit: () => most,
    open(fields, listener, isEnd = false) {
      const stream = new ClientStream(carrier, { fields, isHeadOnly: isEnd, listener, streamWindow });
      if (streams.size() < most) {
        begin(stream);
      } else {
        // Invalid headers throw here, and not when the stream begins.
        headOf(stream);
        waiting.add(stream);
      }
      return stream;
    },
    flush: output.flush,
    ping: () => output.send(pingFrame()),
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
