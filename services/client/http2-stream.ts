import { validateHeaderName, validateHeaderValue } from 'node:http';
import {
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import { BrokenError, isWatch, RefusedError, StaleConnectionError, type Destination } from './resend.js';
import type { TransportRequest, TransportResponse } from './transport.js';

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR, NGHTTP2_REFUSED_STREAM } = constants;

/** The connection as a request on it sees it. */
export interface Carrier {
  readonly session: ClientHttp2Session;
  readonly destination: Destination;
  /** The last stream that the server works on; infinite as long as it takes new ones. */
  readonly lastTaken: () => number;
  /** How it broke; undefined where it did not. */
  readonly broken: () => Error | undefined;
  /** Told of each answer that begins. */
  readonly onAnswer: () => void;
  /** Whether an answer has ever come. */
  readonly hasAnswered: () => boolean;
}

/** One request and its answer. `onClose` is called once, when they are over or have never begun. */
export function exchange(carrier: Carrier, request: TransportRequest, onClose: () => void): Promise<TransportResponse> {
  const { origin, silenceTimeout } = carrier.destination;
  const { target, signal, beforeSending, body } = request;
  const isFresh = !carrier.hasAnswered();
  return new Promise((resolve, reject) => {
    let stream: ClientHttp2Stream;
    try {
      signal?.throwIfAborted();
      stream = open(carrier, request);
    } catch (error) {
      onClose();
      reject(error);
      return;
    }
    let reset: unknown;
    let given: { readonly reason: unknown } | undefined;
    /** Ends it at once, be the connection stuck or not. */
    const cancel = (): void => {
      stream.close(NGHTTP2_CANCEL);
      stream.destroy();
    };
    const giveUp = (reason: unknown): void => {
      given ??= { reason };
      cancel();
    };
    const failure = (): unknown =>
      given === undefined ? (carrier.broken() ?? resetError(origin, reset)) : given.reason;
    const onAbort = (): void => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    stream.on('error', (error) => {
      reset = error;
      if (hasNoNumber(error)) carrier.session.close();
    });
    stream.once('close', () => {
      signal?.removeEventListener('abort', onAbort);
      onClose();
      const cause = failure();
      if (given !== undefined) reject(cause);
      else if (isRefused(stream, carrier, reset)) reject(new RefusedError('refused', { cause }));
      else if (carrier.broken() !== undefined && !isFresh) reject(new StaleConnectionError('broken', { cause }));
      else reject(cause);
    });
    stream.once('response', (headers) => {
      carrier.onAnswer();
      resolve({
        status: headers[':status'] ?? 0,
        headers: flatHeaders(headers),
        body: bodyOf(stream, { failure: () => failure(), isGivenUp: () => given !== undefined, cancel }),
      });
    });
    if (!isWatch(target)) {
      stream.setTimeout(silenceTimeout, () =>
        giveUp(new Error(`nothing came from ${origin} for ${silenceTimeout} ms`)),
      );
    }
    if (body === undefined) return;
    if (beforeSending === undefined) {
      stream.end(body);
      return;
    }
    // The body may wait for the server to take it. What has not been ended is not done.
    stream.write(body, (error) => {
      if (error) return;
      try {
        beforeSending();
        stream.end();
      } catch (refusal) {
        giveUp(refusal);
      }
    });
  });
}

/** Throws {@link RefusedError} where the connection takes no more requests. */
function open({ session, destination }: Carrier, request: TransportRequest): ClientHttp2Stream {
  const { method, target, body } = request;
  const headers = {
    ...destination.headers,
    ...request.headers,
    ...(body && { 'content-length': String(body.byteLength) }),
  };
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    for (const each of [value].flat()) validateHeaderValue(name, each);
  }
  if (session.closed || session.destroyed) {
    throw new RefusedError('ended', { cause: new BrokenError(`the connection to ${destination.origin} has ended`) });
  }
  request.beforeSending?.();
  return session.request(
    {
      ':method': method,
      ':scheme': 'https',
      ':authority': destination.authority,
      ':path': destination.prefix + target,
      ...headers,
    },
    { endStream: body === undefined },
  );
}

/** Whether the server has certainly not begun with it: RFC 9113, 6.8 and 8.7. */
function isRefused({ id, rstCode }: ClientHttp2Stream, carrier: Carrier, reset: unknown): boolean {
  return hasNoNumber(reset) || rstCode === NGHTTP2_REFUSED_STREAM || (id ?? 0) > carrier.lastTaken();
}

/** A connection has a thousand million numbers for requests, and no more. */
function hasNoNumber(reset: unknown): boolean {
  return reset instanceof Error && 'code' in reset && reset.code === 'ERR_HTTP2_OUT_OF_STREAMS';
}

function resetError(origin: string, reset: unknown): BrokenError {
  const how = reset instanceof Error ? `: ${reset.message}` : '';
  return new BrokenError(`${origin} broke the request off${how}`);
}

function flatHeaders(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  return Object.fromEntries(entries.map(([name, value = '']) => [name, String(value)] as const));
}

interface Answering {
  readonly failure: () => unknown;
  readonly isGivenUp: () => boolean;
  readonly cancel: () => void;
}

/** Read by hand: the iterator of Node 24 takes a stream that has come whole and was not read yet for one that broke. */
async function* bodyOf(
  stream: ClientHttp2Stream,
  { failure, isGivenUp, cancel }: Answering,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isWhole = false;
  let wake = (): void => undefined;
  for (const event of ['readable', 'end', 'close']) stream.on(event, () => wake());
  try {
    while (!stream.destroyed && !stream.readableEnded) {
      const chunk = stream.read() as Uint8Array | null;
      if (chunk !== null) yield chunk;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    // Node ends the body of a stream that breaks just as that of a whole one.
    isWhole = stream.readableEnded && !isGivenUp() && stream.rstCode === NGHTTP2_NO_ERROR;
  } finally {
    // It may have been left early, or answered before all of it was sent.
    if (!isWhole || !stream.writableFinished) cancel();
  }
  if (!isWhole) throw failure();
}
