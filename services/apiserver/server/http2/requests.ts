import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { CODE, ConnectionError, type Code } from '@pilothouse/runtime/http2/errors.js';
import { dependencyOf, FLAG, FRAME, numbersFrame, unpadded, type Frame } from '@pilothouse/runtime/http2/frames.js';
import type { HeaderBlock } from '@pilothouse/runtime/http2/header-block.js';
import { headerDecoder } from '@pilothouse/runtime/http2/header-decoder.js';
import { encodeHead } from '@pilothouse/runtime/http2/header-encoder.js';
import { FIRST_WINDOW, type Output } from '@pilothouse/runtime/http2/output.js';
import { receiveWindow, type ReceiveWindow } from '@pilothouse/runtime/http2/receive-window.js';
import type { Exchange } from '../exchange.js';
import { readHead, type HeadReading, type RequestHead } from './request-head.js';
import { Stream, type Connection, type StreamOptions } from './stream.js';
import { createUnfinished } from './unfinished.js';

/** Bytes of a request's headers, as over HTTP/1.1. */
export const MOST_HEADER_BYTES = 64 * 1024;
/** How much of one request's body, and of all of a connection's, is kept until somebody reads it. */
export const STREAM_WINDOW = 256 * 1024;
export const CONNECTION_WINDOW = 1024 * 1024;
/** Milliseconds for a client to see the answer to a request of which nobody wants the rest, before it is told so. */
const LINGER = 1000;

export interface RequestsOptions {
  readonly output: Output;
  /** How many requests may be under way; one whose client has broken it off counts until it is over. */
  readonly maxStreams: number;
  /** Never rejects. */
  readonly serve: (exchange: Exchange) => Promise<void>;
  /** Told whenever the first request of several comes, and when all are over. */
  readonly onUse: (isBusy: boolean) => void;
  readonly connection: Pick<Connection, 'date' | 'leave' | 'onAnswer'>;
  /** Whether the client has been told that requests which come now are not served. */
  readonly isEnding: () => boolean;
  /** Counts what a client had better do seldom. */
  readonly calm: () => void;
  /** In milliseconds. */
  readonly now: () => number;
}

/** The requests of one connection. All but the last two throw {@link ConnectionError}. */
export interface Requests {
  readonly onBlock: (block: HeaderBlock) => void;
  readonly onData: (frame: Frame) => void;
  /** Which of its requests the client wants served first: that is only checked. */
  readonly onPriority: (frame: Frame) => void;
  /** The client gives a request up. */
  readonly onReset: (id: number) => void;
  /** The client takes more of one answer. */
  readonly onWindow: (id: number, more: number) => void;
  /** How much it takes of each answer from now on. */
  readonly resize: (window: number) => void;
  /** The stream of the last request that has come; 0 before the first one. */
  readonly latest: () => number;
  readonly areOver: () => boolean;
  readonly breakOffAll: (error: Error) => void;
  /** Breaks off answers of which the client has taken nothing since then, and requests that began before and are not all there. */
  readonly breakOffStalled: (since: number) => void;
}

export function createRequests(options: RequestsOptions): Requests {
  const { output, maxStreams, serve, onUse, isEnding, calm, now } = options;
  const decoder = headerDecoder(MOST_HEADER_BYTES);
  const streams = new Map<number, Stream>();
  const unfinished = createUnfinished();
  const receiving = receiveWindow(CONNECTION_WINDOW);
  let latest = 0;
  let running = 0;
  let initialWindow = FIRST_WINDOW;
  let hasSentBlock = false;

  const connection: Connection = {
    ...options.connection,
    output,
    sendHead({ stream, fields, isEnd }) {
      output.send(encodeHead({ stream, fields, isEnd, isFirst: !hasSentBlock }));
      hasSentBlock = true;
    },
    taken(stream, bytes) {
      give(0, receiving, bytes);
      if (stream.receiving && !stream.isComplete && !stream.isOver) give(stream.id, stream.receiving, bytes);
    },
    over(stream, code) {
      streams.delete(stream.id);
      output.forget(stream);
      if (code === undefined) return;
      if (!stream.isComplete) unfinished.add(stream.id);
      if (stream.isAnswered && !stream.isComplete) setTimeout(() => tell(stream.id, code), LINGER).unref();
      else reset(stream.id, code);
    },
  };

  function give(id: number, window: ReceiveWindow, bytes: number): void {
    const told = window.give(bytes);
    if (told > 0) output.send(numbersFrame(FRAME.windowUpdate, id, [told]));
  }
  function reset(id: number, code: Code): void {
    output.send(numbersFrame(FRAME.reset, id, [code]));
  }
  /** Resets a stream whose client is not done with it by now. */
  function tell(id: number, code: Code): void {
    if (unfinished.has(id)) reset(id, code);
  }
  /** An error of one stream alone (RFC 9113, section 5.4.2), which there cannot be of one that was never opened. */
  function fault(id: number, code: Code, problem: string): void {
    if (id > latest) throw new ConnectionError(code, problem);
    const stream = streams.get(id);
    if (stream === undefined) reset(id, code);
    else stream.breakOff(new Error(problem), code);
  }
  function mustBeKnown(id: number): void {
    if (id === 0 || (id > latest && !isEnding())) {
      throw new ConnectionError(CODE.protocolError, `the stream ${id} has not been opened`);
    }
  }

  function onBlock(block: HeaderBlock): void {
    const { stream: id, isEnd } = block;
    const { fields, isTooLarge } = decoder.decode(block.bytes);
    const known = streams.get(id);
    if (known !== undefined) return onTrailers(known, isEnd);
    if (id % 2 === 0) throw new ConnectionError(CODE.protocolError, `a client has no stream ${id}`);
    if (id <= latest) return onLateTrailers(id, isEnd);
    if (isEnding()) return;
    latest = id;
    if (Math.max(running, streams.size) >= maxStreams) {
      calm();
      if (!isEnd) unfinished.add(id);
      return reset(id, CODE.refusedStream);
    }
    if (isTooLarge) {
      const error = new StatusError('BadRequest', 'the request header is too large', { code: 431 });
      return refuse({ id, isComplete: isEnd, head: NO_HEAD }, error);
    }
    const reading = readRequest(block, fields);
    if (reading.type === 'malformed') {
      const opening = { id, isComplete: isEnd, head: NO_HEAD, fault: CODE.protocolError };
      return refuse(opening, malformed(reading.problem));
    }
    accept(open({ id, isComplete: isEnd, head: reading.head }));
  }

  function open(opening: Opening): Stream {
    const { id, head, isComplete, fault: told } = opening;
    // Written out: V8 makes an object that is put together of others several times as slowly.
    const options = {
      id,
      head,
      isComplete,
      fault: told,
      window: initialWindow,
      receivable: STREAM_WINDOW,
      time: now(),
    };
    const stream = new Stream(connection, options);
    streams.set(stream.id, stream);
    return stream;
  }

  function accept(stream: Stream): void {
    running += 1;
    if (running === 1) onUse(true);
    void serve(stream).finally(() => {
      running -= 1;
      if (running === 0) onUse(false);
    });
  }

  function refuse(opening: Opening, error: StatusError): void {
    calm();
    const body = Buffer.from(`${JSON.stringify(error.toStatus())}\n`);
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const stream = open(opening);
    stream.begin({ status: error.code, headers, isAlone: false });
    // Nobody waits for it: that the client has gone concerns nobody either.
    stream.end(body)?.catch(() => undefined);
  }

  function onLateTrailers(id: number, isEnd: boolean): void {
    calm();
    if (!unfinished.has(id)) throw new ConnectionError(CODE.streamClosed, `the stream ${id} has ended before`);
    if (isEnd) unfinished.end(id);
  }

  function onTrailers(stream: Stream, isEnd: boolean): void {
    if (stream.isComplete) stream.breakOff(new Error('the request has ended before'), CODE.streamClosed);
    else if (isEnd) complete(stream);
    else stream.breakOff(new Error('the trailers do not end the request'), CODE.protocolError);
  }

  function complete(stream: Stream): void {
    if ((stream.missing ?? 0) > 0) {
      stream.breakOff(new Error('the body is shorter than its content-length'), CODE.protocolError);
      return;
    }
    stream.isComplete = true;
    stream.body?.end();
  }

  function onData(frame: Frame): void {
    const { flags, payload, stream: id } = frame;
    mustBeKnown(id);
    const data = unpadded(frame);
    const isEnd = (flags & FLAG.endStream) !== 0;
    if (data.length === 0 && !isEnd) calm();
    if (!receiving.take(payload.length)) {
      throw new ConnectionError(CODE.flowControlError, 'more data than the window of the connection');
    }
    const stream = streams.get(id);
    const kept = stream === undefined ? 0 : takeData(stream, data, payload.length);
    give(0, receiving, payload.length - kept);
    if (stream === undefined) onLateData(id, isEnd);
    else if (isEnd && !stream.isOver) complete(stream);
  }

  /** Nothing is kept of what was on its way when its stream ended. */
  function onLateData(id: number, isEnd: boolean): void {
    if (unfinished.has(id)) {
      if (isEnd) unfinished.end(id);
    } else if (id <= latest) {
      calm();
      reset(id, CODE.streamClosed);
    }
  }

  /** Returns how many bytes are kept. */
  function takeData(stream: Stream, data: Buffer, sent: number): number {
    const { body, receiving: window } = stream;
    if (stream.isComplete || body === undefined || window === undefined) {
      stream.breakOff(new Error('the request has ended before'), CODE.streamClosed);
    } else if (!window.take(sent)) {
      stream.breakOff(new Error('more data than its window'), CODE.flowControlError);
    } else if (stream.missing !== undefined && data.length > stream.missing) {
      stream.breakOff(new Error('the body is longer than its content-length'), CODE.protocolError);
    } else {
      if (stream.missing !== undefined) stream.missing -= data.length;
      if (sent > data.length) give(stream.id, window, sent - data.length);
      if (data.length > 0) body.push(data);
      return data.length;
    }
    return 0;
  }

  return {
    onBlock,
    onData,
    onReset(id) {
      mustBeKnown(id);
      calm();
      unfinished.end(id);
      streams.get(id)?.breakOff(new Error('the client went away'));
    },
    onPriority(frame) {
      const { stream: id, payload } = frame;
      calm();
      if (id === 0) throw new ConnectionError(CODE.protocolError, 'a priority belongs to a stream');
      if (payload.length !== 5) fault(id, CODE.frameSizeError, `a priority has ${payload.length} bytes`);
      else if (dependencyOf(frame) === id) fault(id, CODE.protocolError, ITS_OWN);
    },
    onWindow(id, more) {
      mustBeKnown(id);
      const stream = streams.get(id);
      if (stream === undefined) return;
      if (more === 0) stream.breakOff(new Error('a window grows by nothing'), CODE.protocolError);
      else if (!output.grant(more, stream)) stream.breakOff(new Error('a window is too large'), CODE.flowControlError);
    },
    resize(window) {
      const more = window - initialWindow;
      initialWindow = window;
      for (const stream of streams.values()) {
        if (!output.grant(more, stream)) throw new ConnectionError(CODE.flowControlError, 'a window is too large');
      }
    },
    latest: () => latest,
    areOver: () => running === 0,
    breakOffAll(error) {
      for (const stream of streams.values()) stream.breakOff(error);
    },
    breakOffStalled(since) {
      for (const stream of streams.values()) {
        if (!stream.isComplete && stream.openedAt <= since) stream.body?.fail(tooLate);
        if (stream.chunk === undefined || stream.movedAt > since) continue;
        stream.breakOff(new Error('the client takes nothing of its answer'), CODE.cancel);
      }
    },
  };
}

type Opening = Pick<StreamOptions, 'id' | 'head' | 'isComplete' | 'fault'>;

const ITS_OWN = 'a stream depends on itself';

function readRequest({ stream, isEnd, dependsOn }: HeaderBlock, fields: readonly string[]): HeadReading {
  const reading = readHead(fields);
  if (reading.type === 'malformed') return reading;
  if (isEnd && (reading.head.contentLength ?? 0) > 0) return { type: 'malformed', problem: 'the body is missing' };
  return dependsOn === stream ? { type: 'malformed', problem: ITS_OWN } : reading;
}

const NO_HEAD: RequestHead = {
  method: '',
  target: '',
  headers: {},
  rawHeaders: [],
  contentLength: undefined,
  expectsContinue: false,
};

function tooLate(): StatusError {
  return new StatusError('BadRequest', 'the request did not arrive in time', { code: 408 });
}

function malformed(problem: string): StatusError {
  return new StatusError('BadRequest', `the request is no valid HTTP: ${problem}`);
}
