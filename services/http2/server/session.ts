import type { Socket } from 'node:net';
import { CODE, ConnectionError, type Code } from '../protocol/errors.js';
import {
  FLAG,
  FRAME,
  LARGEST,
  numbersFrame,
  pingAck,
  SETTING,
  settingsAck,
  settingsFrame,
  type Frame,
} from '../protocol/frames.js';
import { createGate } from '../protocol/gate.js';
import { createOutput, type Output } from '../protocol/output.js';
import type { WriteBuffers } from '../protocol/write-buffers.js';
import { frameReceiver } from '../protocol/receiver.js';
import { costOf, costOfBytes, createLedger } from './ledger.js';
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
  /** For large responses. */
  readonly buffers: WriteBuffers;
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
  const output = createOutput({ socket, gate, now, buffers: options.buffers });
  const ledger = createLedger(options);
  let phase: 'open' | 'leaving' | 'ending' | 'over' = 'open';
  let quietSince = now();
  let incompleteSince: number | undefined;
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

  const receiver = frameReceiver('client', {
    onFrame: ({ type, payload }) => ledger.charge(costOf(type, payload.length)),
    onBlock: requests.onBlock,
    onData: requests.onData,
    onReset: requests.onReset,
    onPriority: requests.onPriority,
    onSettings({ initialWindow }) {
      if (initialWindow !== undefined) requests.resize(initialWindow);
      output.send(settingsAck());
    },
    onPing: (payload) => output.send(pingAck(payload)),
    onWindow(stream, more) {
      if (stream !== 0) return requests.onWindow(stream, more);
      if (more === 0) throw new ConnectionError(CODE.protocolError, 'WINDOW_UPDATE has the increment 0');
      if (!output.grant(more)) throw new ConnectionError(CODE.flowControlError, 'the connection window is too large');
    },
    // The client closes the connection itself.
    onGoAway: () => undefined,
  });

  const task: Task = {
    step() {
      if (phase === 'over') return undefined;
      try {
        const frame = receiver.next();
        if (frame === undefined) {
          if (receiver.isIncomplete()) incompleteSince ??= now();
          return undefined;
        }
        if (!receiver.isInBlock()) incompleteSince = undefined;
        return unitsOf(frame);
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
    receiver.add(received);
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
