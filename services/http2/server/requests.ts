import { createIdTable } from '@pilothouse/apimachinery/id-table/id-table.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { CODE, ConnectionError, type Code } from '../protocol/errors.js';
import { trailersProblem } from '../protocol/fields.js';
import { dependencyOf, FLAG, FRAME, numbersFrame, unpadded, type Frame } from '../protocol/frames.js';
import type { HeaderBlock } from '../protocol/header-block.js';
import { headerDecoder } from '../protocol/header-decoder.js';
import { encodeHead } from '../protocol/header-encoder.js';
import { FIRST_WINDOW, type Output } from '../protocol/output.js';
import { receiveWindow, type ReceiveWindow } from '../protocol/receive-window.js';
import { COST, REFUND, refundOfBytes, type Ledger } from './ledger.js';
import { readHead, type HeadReading, type RequestHead } from './request-head.js';
import { Stream, type Connection, type StreamOptions } from './stream.js';
import { createUnfinished } from './unfinished.js';

/** Limit of request headers in bytes, as over HTTP/1.1. */
export const MAX_HEADER_BYTES = 64 * 1024;
/** Flow-control window of a request body: bytes that are buffered until a handler reads them. */
export const STREAM_WINDOW = 256 * 1024;
/**
 * Flow-control window for all bodies of a connection, once a handler reads one. Before that it is the protocol's initial window,
 * which suffices for a client whose requests are all refused.
 */
const CONNECTION_WINDOW = 1024 * 1024;
/** Milliseconds from the response to an incomplete request to the reset of its stream: on RST_STREAM a client may drop the response. */
const LINGER = 1000;

export interface RequestsOptions {
  readonly output: Output;
  /** Concurrent requests; a cancelled one counts until its handler ends. */
  readonly maxStreams: number;
  /** Never rejects. */
  readonly serve: (stream: Stream) => Promise<void>;
  /** Called with true when the first request starts, and with false when none is left. */
  readonly onUse: (isBusy: boolean) => void;
  readonly connection: Pick<Connection, 'date' | 'leave' | 'onAnswer'>;
  /** Whether a GOAWAY with the last stream has been sent, so that new requests are ignored. */
  readonly isEnding: () => boolean;
  readonly ledger: Ledger;
  /** Milliseconds. */
  readonly now: () => number;
}

/** The requests of one connection. Functions for frames throw {@link ConnectionError}. */
export interface Requests {
  readonly onBlock: (block: HeaderBlock) => void;
  readonly onData: (frame: Frame) => void;
  /** Validates the frame; priorities have no effect. */
  readonly onPriority: (frame: Frame) => void;
  /** The client cancels a request. */
  readonly onReset: (id: number) => void;
  /** The client enlarges the window of one response. */
  readonly onWindow: (id: number, more: number) => void;
  /** The client changes the initial window of all responses. */
  readonly resize: (window: number) => void;
  /** The stream of the last request; 0 before the first one. */
  readonly latest: () => number;
  readonly areOver: () => boolean;
  readonly abortAll: (error: Error) => void;
  /** Aborts responses without progress since then, and incomplete requests that began before. */
  readonly abortStalled: (since: number) => void;
}

export function createRequests(options: RequestsOptions): Requests {
  const { output, maxStreams, serve, onUse, isEnding, ledger, now } = options;
  const decoder = headerDecoder(MAX_HEADER_BYTES);
  const streams = createIdTable<Stream>();
  const unfinished = createUnfinished();
  const receiving = receiveWindow(FIRST_WINDOW);
  let isWide = false;
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
    wanted() {
      if (isWide) return;
      isWide = true;
      receiving.widen(CONNECTION_WINDOW - FIRST_WINDOW);
      output.send(numbersFrame(FRAME.windowUpdate, 0, [CONNECTION_WINDOW - FIRST_WINDOW]));
    },
    sent: (bytes, isWhole) => ledger.refund(refundOfBytes(bytes) + (isWhole ? REFUND.sent : 0)),
    taken(stream, bytes) {
      give(0, receiving, bytes);
      if (stream.receiving && !stream.isComplete && !stream.isOver) give(stream.id, stream.receiving, bytes);
    },
    over(stream, code) {
      streams.delete(stream.id);
      output.forget(stream);
      if (code === undefined) return;
      if (!stream.isComplete) unfinished.add(stream.id, stream.receiving?.left() ?? 0);
      if (stream.isAnswered && !stream.isComplete) setTimeout(() => resetIfOpen(stream.id, code), LINGER).unref();
      else reset(stream.id, code);
    },
  };

  function give(id: number, window: ReceiveWindow, bytes: number): void {
    const increment = window.give(bytes);
    if (increment > 0) output.send(numbersFrame(FRAME.windowUpdate, id, [increment]));
  }
  function reset(id: number, code: Code): void {
    output.send(numbersFrame(FRAME.reset, id, [code]));
  }
  /** Resets a stream unless the client has closed it meanwhile. */
  function resetIfOpen(id: number, code: Code): void {
    if (unfinished.has(id)) reset(id, code);
  }
  /** A stream error (RFC 9113, section 5.4.2); a connection error if the stream was never opened. */
  function fault(id: number, code: Code, problem: string): void {
    if (id > latest) throw new ConnectionError(code, problem);
    const stream = streams.get(id);
    if (stream === undefined) reset(id, code);
    else stream.fail(new Error(problem), code);
  }
  function mustBeKnown(id: number): void {
    if (id === 0 || (id > latest && !isEnding())) {
      throw new ConnectionError(CODE.protocolError, `stream ${id} is idle`);
    }
  }

  function onBlock(block: HeaderBlock): void {
    const { stream: id, isEnd } = block;
    const { fields, isTooLarge } = decoder.decode(block.bytes);
    const known = streams.get(id);
    if (known !== undefined) return onTrailers(known, fields, isEnd);
    if (id % 2 === 0) throw new ConnectionError(CODE.protocolError, `a client cannot open stream ${id}`);
    if (id <= latest) return onTrailersAfterClose(id, isEnd);
    if (isEnding()) return;
    latest = id;
    if (Math.max(running, streams.size()) >= maxStreams) {
      ledger.charge(COST.refused);
      if (!isEnd) unfinished.add(id, STREAM_WINDOW);
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
    const { id, head, isComplete, fault: code } = opening;
    // Without spread syntax, with which V8 creates an object several times as slowly.
    const options = {
      id,
      head,
      isComplete,
      fault: code,
      window: initialWindow,
      receivable: STREAM_WINDOW,
      time: now(),
    };
    const stream = new Stream(connection, options);
    streams.add(stream);
    return stream;
  }

  function accept(stream: Stream): void {
    running += 1;
    if (running === 1) onUse(true);
    void serve(stream).finally(() => {
      running -= 1;
      if (stream.isAnswered) ledger.refund(REFUND.answered);
      if (running === 0) onUse(false);
    });
  }

  function refuse(opening: Opening, error: StatusError): void {
    ledger.charge(COST.refused);
    const body = Buffer.from(`${JSON.stringify(error.toStatus())}\n`);
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const stream = open(opening);
    stream.begin({ status: error.code, headers });
    // A client that disconnects before the refusal needs no handling.
    stream.end(body)?.catch(() => undefined);
  }

  function onTrailersAfterClose(id: number, isEnd: boolean): void {
    if (!unfinished.has(id)) throw new ConnectionError(CODE.streamClosed, `stream ${id} is already closed`);
    if (isEnd) unfinished.end(id);
  }

  function onTrailers(stream: Stream, fields: readonly string[], isEnd: boolean): void {
    if (stream.isComplete) {
      stream.fail(new Error('the request was already complete'), CODE.streamClosed);
      return;
    }
    const problem = isEnd ? trailersProblem(fields) : 'the trailers do not end the request';
    if (problem === undefined) complete(stream);
    else stream.fail(new Error(problem), CODE.protocolError);
  }

  function complete(stream: Stream): void {
    if ((stream.missing ?? 0) > 0) {
      stream.fail(new Error('the body is shorter than its content-length'), CODE.protocolError);
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
    if (!receiving.take(payload.length)) {
      throw new ConnectionError(CODE.flowControlError, 'DATA exceeds the connection window');
    }
    const stream = streams.get(id);
    const kept = stream === undefined ? 0 : takeData(stream, data, payload.length);
    give(0, receiving, payload.length - kept);
    if (stream === undefined) onDataAfterClose(id, payload.length, isEnd);
    else if (isEnd && !stream.isOver) complete(stream);
  }

  /** Drops DATA that the client sent before it saw the closed stream. */
  function onDataAfterClose(id: number, bytes: number, isEnd: boolean): void {
    if (!unfinished.has(id)) {
      if (id > latest) return;
      ledger.charge(COST.refused);
      return reset(id, CODE.streamClosed);
    }
    if (!unfinished.take(id, bytes)) throw new ConnectionError(CODE.flowControlError, 'DATA exceeds the stream window');
    if (isEnd) unfinished.end(id);
  }

  /** Returns the number of buffered bytes. */
  function takeData(stream: Stream, data: Buffer, sent: number): number {
    const { body, receiving: window } = stream;
    if (stream.isComplete || body === undefined || window === undefined) {
      stream.fail(new Error('the request was already complete'), CODE.streamClosed);
    } else if (!window.take(sent)) {
      stream.fail(new Error('DATA exceeds the stream window'), CODE.flowControlError);
    } else if (stream.missing !== undefined && data.length > stream.missing) {
      stream.fail(new Error('the body is longer than its content-length'), CODE.protocolError);
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
      unfinished.end(id);
      const stream = streams.get(id);
      if (stream === undefined) return;
      stream.fail(new Error('the client went away'));
      if (!stream.isBegun) ledger.charge(COST.cancelled);
    },
    onPriority(frame) {
      const { stream: id, payload } = frame;
      if (id === 0) throw new ConnectionError(CODE.protocolError, 'PRIORITY on stream 0');
      if (payload.length !== 5) fault(id, CODE.frameSizeError, `PRIORITY has ${payload.length} bytes`);
      else if (dependencyOf(frame) === id) fault(id, CODE.protocolError, SELF_DEPENDENCY);
    },
    onWindow(id, more) {
      mustBeKnown(id);
      const stream = streams.get(id);
      if (stream === undefined) return;
      if (more === 0) stream.fail(new Error('WINDOW_UPDATE has the increment 0'), CODE.protocolError);
      else if (!output.grant(more, stream))
        stream.fail(new Error('the stream window is too large'), CODE.flowControlError);
    },
    resize(window) {
      const more = window - initialWindow;
      initialWindow = window;
      ledger.charge(COST.resized * streams.size());
      for (const stream of streams.all()) {
        if (!output.grant(more, stream))
          throw new ConnectionError(CODE.flowControlError, 'a stream window is too large');
      }
    },
    latest: () => latest,
    areOver: () => running === 0,
    abortAll(error) {
      for (const stream of streams.all()) stream.fail(error);
    },
    abortStalled(since) {
      for (const stream of streams.all()) {
        if (!stream.isComplete && stream.openedAt <= since) stream.body?.fail(tooLate);
        if (stream.chunk === undefined || stream.isPatient || stream.movedAt > since) continue;
        stream.fail(new Error('the client does not read the response'), CODE.cancel);
      }
    },
  };
}

type Opening = Pick<StreamOptions, 'id' | 'head' | 'isComplete' | 'fault'>;

const SELF_DEPENDENCY = 'a stream depends on itself';

function readRequest({ stream, isEnd, dependsOn }: HeaderBlock, fields: readonly string[]): HeadReading {
  const reading = readHead(fields);
  if (reading.type === 'malformed') return reading;
  if (isEnd && (reading.head.contentLength ?? 0) > 0) return { type: 'malformed', problem: 'the body is missing' };
  return dependsOn === stream ? { type: 'malformed', problem: SELF_DEPENDENCY } : reading;
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
  return new StatusError('BadRequest', `the request is not valid HTTP: ${problem}`);
}
