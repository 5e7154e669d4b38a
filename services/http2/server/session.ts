import type { Socket } from 'node:net';
import { CODE, ConnectionError, type Code } from '../protocol/errors.js';
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
} from '../protocol/frames.js';
import { createGate } from '../protocol/gate.js';
import { blockCollector } from '../protocol/header-block.js';
import { createOutput, type Output } from '../protocol/output.js';
import { readSettings } from '../protocol/settings.js';
import { COST, costOf, costOfBytes, createLedger } from './ledger.js';
import { createRequests, MAX_HEADER_BYTES, STREAM_WINDOW } from './requests.js';
import { REQUEST_UNITS, type Scheduler, type Task } from './scheduler.js';
import type { Stream } from './stream.js';

/** Milliseconds from GOAWAY to the end of the connection, so that the client reads the reason first. */
const LINGER = 1000;
/** The same while the client still reads responses. It is longer than the pauses between its WINDOW_UPDATE frames. */
const READING_LINGER = 5000;
/** Bytes of a frame that the scheduler counts as one unit. */
const BYTES_PER_UNIT = 8192;

export interface SessionOptions {
  readonly socket: Socket;
  /** Divides event loop turns among connections. */
  readonly scheduler: Scheduler;
  /** Concurrent requests; a cancelled one counts until its handler ends. */
  readonly maxStreams: number;
  /** Never rejects. */
  readonly serve: (stream: Stream) => Promise<void>;
  /** Called with true when the first request starts, and with false when none is left. */
  readonly onUse: (isBusy: boolean) => void;
  /** Called with each response. Returns whether to send GOAWAY. */
  readonly shouldGoAway: () => boolean;
  /** The date in HTTP format. */
  readonly date: () => string;
  readonly times: SessionTimes;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Timeouts in milliseconds. */
export interface SessionTimes {
  /** Until the first request, and for each frame and header block. */
  readonly head: number;
  /** For a whole request, and for progress of the client in reading a response. */
  readonly unread: number;
  /** Without requests. */
  readonly idle: number;
}

/** One HTTP/2 connection. */
export interface Session {
  /** Graceful shutdown: GOAWAY names the last accepted request, and the connection ends after the last response. */
  readonly end: () => void;
  /** Enforces the timeouts. Must be called periodically. */
  readonly checkTimeouts: () => void;
  /** See {@link Output.taken}. */
  readonly taken: Output['taken'];
}

export function beginSession(options: SessionOptions): Session {
  const { socket, now, times, shouldGoAway, scheduler } = options;
  const gate = createGate(socket);
  const output = createOutput({ socket, gate, now });
  const blocks = blockCollector();
  const reader = frameReader('client');
  const ledger = createLedger(options);
  let phase: 'open' | 'leaving' | 'ending' | 'over' = 'open';
  let quietSince = now();
  let incompleteSince: number | undefined;
  let hasSettings = false;
  let endedAt = 0;
  let receivedAt = 0;

  const requests = createRequests({
    ...options,
    output,
    ledger,
    isEnding: () => phase === 'ending' || phase === 'over',
    connection: {
      date: options.date,
      leave,
      onAnswer() {
        if (shouldGoAway()) leave();
      },
    },
    onUse(isBusy) {
      quietSince = now();
      options.onUse(isBusy);
      if (!isBusy && phase === 'ending') halfClose();
    },
  });

  function goAway(last: number, code: Code): void {
    output.send(numbersFrame(FRAME.goAway, 0, [last, code]));
  }
  /** Sends GOAWAY without a last stream: requests that still arrive are served. */
  function leave(): void {
    if (phase !== 'open') return;
    phase = 'leaving';
    goAway(LARGEST, CODE.noError);
  }
  function end(): void {
    if (phase === 'ending' || phase === 'over') return;
    phase = 'ending';
    goAway(requests.latest(), CODE.noError);
    if (requests.areOver()) halfClose();
  }
  /**
   * Half-closes the connection, and drops received data until the client closes its side. Unread data, or data for a closed
   * socket, would make the operating system reset the connection, and the client would lose the end of a response.
   */
  function halfClose(): void {
    phase = 'over';
    endedAt = receivedAt = now();
    output.end();
  }
  function fail(error: unknown): void {
    if (phase === 'over') return;
    goAway(requests.latest(), error instanceof ConnectionError ? error.code : CODE.internalError);
    requests.abortAll(clientGone());
    halfClose();
    setTimeout(() => socket.destroy(), LINGER).unref();
  }

  function onSettings(frame: Frame): void {
    ledger.charge(COST.acknowledged);
    const { isAck, initialWindow } = readSettings(frame);
    if (isAck) return;
    if (initialWindow !== undefined) requests.resize(initialWindow);
    output.send(frameHead(0, { type: FRAME.settings, flags: FLAG.ack, stream: 0 }));
  }

  function onPing({ flags, stream, payload }: Frame): void {
    ledger.charge(COST.acknowledged);
    mustHave(payload, 8);
    if (stream !== 0) throw new ConnectionError(CODE.protocolError, 'PING on a stream');
    if ((flags & FLAG.ack) !== 0) return;
    output.send(Buffer.concat([frameHead(8, { type: FRAME.ping, flags: FLAG.ack, stream: 0 }), payload]));
  }

  function onWindow({ stream, payload }: Frame): void {
    mustHave(payload, 4);
    const more = payload.readUInt32BE(0) & LARGEST;
    if (stream !== 0) return requests.onWindow(stream, more);
    if (more === 0) throw new ConnectionError(CODE.protocolError, 'WINDOW_UPDATE has the increment 0');
    if (!output.grant(more)) throw new ConnectionError(CODE.flowControlError, 'the connection window is too large');
  }

  /** The client closes the connection itself. */
  function onGoAway({ stream, payload }: Frame): void {
    if (stream !== 0) throw new ConnectionError(CODE.protocolError, 'GOAWAY on a stream');
    if (payload.length < 8) throw new ConnectionError(CODE.frameSizeError, `GOAWAY has ${payload.length} bytes`);
  }

  function onFrame(frame: Frame): void {
    const { type, stream } = frame;
    ledger.charge(costOf(type, frame.payload.length));
    const isFirst = !hasSettings;
    hasSettings = true;
    if (isFirst && type !== FRAME.settings)
      throw new ConnectionError(CODE.protocolError, 'the first frame is not SETTINGS');
    if ((type === FRAME.continuation ? stream : undefined) !== blocks.pending()) {
      throw new ConnectionError(CODE.protocolError, 'a header block is interrupted');
    }
    act(frame);
    if (blocks.pending() === undefined) incompleteSince = undefined;
  }

  function act(frame: Frame): void {
    const { type, stream, payload } = frame;
    if (type === FRAME.headers || type === FRAME.continuation) {
      if (stream === 0) throw new ConnectionError(CODE.protocolError, 'HEADERS on stream 0');
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
      throw new ConnectionError(CODE.protocolError, 'PUSH_PROMISE from a client');
    } else if (type === FRAME.priority) {
      requests.onPriority(frame);
    } else if (type === FRAME.goAway) {
      onGoAway(frame);
    }
    // Frames of unknown types are ignored (RFC 9113, section 4.1).
  }

  const task: Task = {
    step() {
      if (phase === 'over') return undefined;
      try {
        const frame = reader.next();
        if (frame !== undefined) {
          onFrame(frame);
          return unitsOf(frame);
        }
        if (reader.waiting() > 0 || blocks.pending() !== undefined) incompleteSince ??= now();
      } catch (error) {
        fail(error);
      }
      return undefined;
    },
    onDeferred: () => gate.close('work'),
    onDone: () => gate.open('work'),
  };
  socket.on('data', (received: Buffer) => {
    receivedAt = now();
    if (phase === 'over') return;
    try {
      // Each TLS record is charged, even without a complete frame.
      ledger.charge(costOfBytes(received.length));
    } catch (error) {
      return fail(error);
    }
    reader.add(received);
    scheduler.run(task);
  });
  socket.on('error', () => socket.destroy());
  socket.setTimeout(times.unread, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
  socket.once('end', () => {
    requests.abortAll(clientGone());
    if (phase !== 'over') halfClose();
  });
  socket.once('close', () => {
    phase = 'over';
    requests.abortAll(clientGone());
  });
  output.send(
    settingsFrame([
      [SETTING.maxStreams, options.maxStreams],
      [SETTING.initialWindow, STREAM_WINDOW],
      [SETTING.maxHeaderList, MAX_HEADER_BYTES],
    ]),
  );

  return {
    end,
    taken: output.taken,
    checkTimeouts() {
      const time = now();
      if (phase === 'over') {
        if (time - receivedAt > READING_LINGER || time - endedAt > times.unread) socket.destroy();
        return;
      }
      if (incompleteSince !== undefined && time - incompleteSince > times.head) {
        fail(new ConnectionError(CODE.enhanceYourCalm, 'a frame is incomplete after the timeout'));
        return;
      }
      requests.abortStalled(time - times.unread);
      const timeout = phase === 'leaving' ? LINGER : requests.latest() === 0 ? times.head : times.idle;
      if (requests.areOver() && time - quietSince > timeout) end();
    },
  };
}

/** The cost of a frame, for the scheduler. */
function unitsOf({ type, flags, payload }: Frame): number {
  const isBlock = type === FRAME.headers || type === FRAME.continuation;
  const isRequest = isBlock && (flags & FLAG.endHeaders) !== 0;
  return 1 + payload.length / BYTES_PER_UNIT + (isRequest ? REQUEST_UNITS : 0);
}

function clientGone(): Error {
  return new Error('the client went away');
}

function mustHave(payload: Buffer, bytes: number): void {
  if (payload.length !== bytes) throw new ConnectionError(CODE.frameSizeError, `a frame has ${payload.length} bytes`);
}
