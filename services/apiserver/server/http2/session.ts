import type { TLSSocket } from 'node:tls';
import { CODE, ConnectionError, type Code } from '@pilothouse/runtime/http2/errors.js';
import {
  FLAG,
  FRAME,
  frameHead,
  frameReader,
  LARGEST,
  numbersFrame,
  SETTING,
  settingsFrame,
  type Frame,
} from '@pilothouse/runtime/http2/frames.js';
import { blockCollector } from '@pilothouse/runtime/http2/header-block.js';
import { createOutput, FIRST_WINDOW, type Output } from '@pilothouse/runtime/http2/output.js';
import { readSettings } from '@pilothouse/runtime/http2/settings.js';
import type { Exchange } from '../exchange.js';
import { createCalm } from './calm.js';
import { CONNECTION_WINDOW, createRequests, MOST_HEADER_BYTES, STREAM_WINDOW } from './requests.js';

/** Milliseconds for a client to see that its connection ends. Ended at once, it may only see that it is broken. */
const LINGER = 1000;
/** The same where it still takes answers, at its own pace. It is longer than the pauses in which it says so. */
const TAKING = 5000;

export interface SessionOptions {
  readonly socket: TLSSocket;
  /** How many requests may be under way; one whose client has broken it off counts until it is over. */
  readonly maxStreams: number;
  /** Never rejects. */
  readonly serve: (exchange: Exchange) => Promise<void>;
  /** Told whenever the first request of several comes, and when all are over. */
  readonly onUse: (isBusy: boolean) => void;
  /** Asked with each answer: whether the client is to make its next requests elsewhere. */
  readonly isToLeave: () => boolean;
  /** The present date in the form of HTTP. */
  readonly date: () => string;
  readonly times: SessionTimes;
  /** In milliseconds. */
  readonly now: () => number;
}

/** In milliseconds. */
export interface SessionTimes {
  /** For the first request, and for each frame and header block. */
  readonly head: number;
  /** For sending a whole request, and for taking some of what is sent. */
  readonly unread: number;
  /** Without a request. */
  readonly idle: number;
}

/** One connection that speaks HTTP/2. */
export interface Session {
  /** Takes no more requests, and tells the client which were the last. The connection ends when those are over. */
  readonly end: () => void;
  /** To be called now and then: ends what takes too long. */
  readonly look: () => void;
  /** See {@link Output.taken}. */
  readonly taken: Output['taken'];
}

export function beginSession(options: SessionOptions): Session {
  const { socket, now, times, isToLeave } = options;
  const output = createOutput(socket, now);
  const blocks = blockCollector();
  const calm = createCalm(now);
  let phase: 'open' | 'leaving' | 'ending' | 'over' = 'open';
  let quietSince = now();
  let incompleteSince: number | undefined;
  let hasSettings = false;
  let endedAt = 0;
  let heardAt = 0;

  const requests = createRequests({
    ...options,
    output,
    calm,
    isEnding: () => phase === 'ending' || phase === 'over',
    connection: {
      date: options.date,
      leave,
      onAnswer() {
        if (isToLeave()) leave();
      },
    },
    onUse(isBusy) {
      quietSince = now();
      options.onUse(isBusy);
      if (!isBusy && phase === 'ending') hangUp();
    },
  });

  function goAway(last: number, code: Code): void {
    output.send(numbersFrame(FRAME.goAway, 0, [last, code]));
  }
  /** Has the client make its next requests elsewhere. Those that it has made, and still makes here, are served. */
  function leave(): void {
    if (phase !== 'open') return;
    phase = 'leaving';
    goAway(LARGEST, CODE.noError);
  }
  function end(): void {
    if (phase === 'ending' || phase === 'over') return;
    phase = 'ending';
    goAway(requests.latest(), CODE.noError);
    if (requests.areOver()) hangUp();
  }
  /**
   * The client has what was sent to it when it ends its side, too. What still comes is read and dropped: left unread, or met
   * by a closed socket, it would have the system break the connection, and the end of an answer go missing.
   */
  function hangUp(): void {
    phase = 'over';
    endedAt = heardAt = now();
    output.end();
  }
  function fail(error: unknown): void {
    if (phase === 'over') return;
    goAway(requests.latest(), error instanceof ConnectionError ? error.code : CODE.internalError);
    requests.breakOffAll(clientGone());
    hangUp();
    setTimeout(() => socket.destroy(), LINGER).unref();
  }

  function onSettings(frame: Frame): void {
    calm();
    const { isAck, initialWindow } = readSettings(frame);
    if (isAck) return;
    if (initialWindow !== undefined) requests.resize(initialWindow);
    output.send(frameHead(0, { type: FRAME.settings, flags: FLAG.ack, stream: 0 }));
  }

  function onPing({ flags, stream, payload }: Frame): void {
    calm();
    mustHave(payload, 8);
    if (stream !== 0) throw new ConnectionError(CODE.protocolError, 'a ping belongs to no stream');
    if ((flags & FLAG.ack) !== 0) return;
    output.send(Buffer.concat([frameHead(8, { type: FRAME.ping, flags: FLAG.ack, stream: 0 }), payload]));
  }

  function onWindow({ stream, payload }: Frame): void {
    mustHave(payload, 4);
    const more = payload.readUInt32BE(0) & LARGEST;
    if (stream !== 0) return requests.onWindow(stream, more);
    if (more === 0) throw new ConnectionError(CODE.protocolError, 'a window grows by nothing');
    if (!output.grant(more)) throw new ConnectionError(CODE.flowControlError, 'a window is too large');
  }

  /** A client that takes its leave goes by itself. */
  function onGoAway({ stream, payload }: Frame): void {
    calm();
    if (stream !== 0) throw new ConnectionError(CODE.protocolError, 'a connection is left, and no stream');
    if (payload.length < 8) throw new ConnectionError(CODE.frameSizeError, `a leave has ${payload.length} bytes`);
  }

  function onFrame(frame: Frame): void {
    const { type, stream } = frame;
    const isFirst = !hasSettings;
    hasSettings = true;
    if (isFirst && type !== FRAME.settings) throw new ConnectionError(CODE.protocolError, 'settings come first');
    if ((type === FRAME.continuation ? stream : undefined) !== blocks.pending()) {
      throw new ConnectionError(CODE.protocolError, 'a header block is sent in one go');
    }
    act(frame);
    if (blocks.pending() === undefined) incompleteSince = undefined;
  }

  function act(frame: Frame): void {
    const { type, stream, payload } = frame;
    if (type === FRAME.headers || type === FRAME.continuation) {
      if (stream === 0) throw new ConnectionError(CODE.protocolError, 'a request belongs to a stream');
      const block = blocks.add(frame);
      if (block !== undefined) requests.onBlock(block);
    } else if (type === FRAME.data) {
      requests.onData(frame);
    } else if (type === FRAME.windowUpdate) {
      onWindow(frame);
    } else if (type === FRAME.reset) {
      mustHave(payload, 4);
      requests.onReset(stream);
    } else if (type === FRAME.ping) {
      onPing(frame);
    } else if (type === FRAME.settings) {
      onSettings(frame);
    } else if (type === FRAME.push) {
      throw new ConnectionError(CODE.protocolError, 'a client pushes nothing');
    } else if (type === FRAME.priority) {
      requests.onPriority(frame);
    } else if (type === FRAME.goAway) {
      onGoAway(frame);
    } else {
      // What is not known.
      calm();
    }
  }

  const read = frameReader('client', onFrame);
  socket.on('data', (received: Buffer) => {
    heardAt = now();
    if (phase === 'over') return;
    try {
      const waiting = read(received);
      if (waiting > 0 || blocks.pending() !== undefined) incompleteSince ??= now();
    } catch (error) {
      fail(error);
    }
  });
  socket.on('error', () => socket.destroy());
  socket.setTimeout(times.unread, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
  socket.once('end', () => {
    requests.breakOffAll(clientGone());
    if (phase !== 'over') hangUp();
  });
  socket.once('close', () => {
    phase = 'over';
    requests.breakOffAll(clientGone());
  });
  output.send(
    settingsFrame([
      [SETTING.maxStreams, options.maxStreams],
      [SETTING.initialWindow, STREAM_WINDOW],
      [SETTING.maxHeaderList, MOST_HEADER_BYTES],
    ]),
  );
  output.send(numbersFrame(FRAME.windowUpdate, 0, [CONNECTION_WINDOW - FIRST_WINDOW]));

  return {
    end,
    taken: output.taken,
    look() {
      const time = now();
      if (phase === 'over') {
        if (time - heardAt > TAKING || time - endedAt > times.unread) socket.destroy();
        return;
      }
      if (incompleteSince !== undefined && time - incompleteSince > times.head) {
        fail(new ConnectionError(CODE.enhanceYourCalm, 'a frame did not arrive in time'));
        return;
      }
      requests.breakOffStalled(time - times.unread);
      const patience = phase === 'leaving' ? LINGER : requests.latest() === 0 ? times.head : times.idle;
      if (requests.areOver() && time - quietSince > patience) end();
    },
  };
}

function clientGone(): Error {
  return new Error('the client went away');
}

function mustHave(payload: Buffer, bytes: number): void {
  if (payload.length !== bytes) throw new ConnectionError(CODE.frameSizeError, `a frame has ${payload.length} bytes`);
}
