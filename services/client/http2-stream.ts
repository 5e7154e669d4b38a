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

/** The session as its requests use it. */
export interface Carrier {
  readonly session: ClientHttp2Session;
  readonly destination: Destination;
  /** The last stream id of GOAWAY; infinite before that. */
  readonly lastStreamId: () => number;
  /** The error that ended the session, if any. */
  readonly broken: () => Error | undefined;
  /** Called for each response head. */
  readonly onResponse: () => void;
  /** Whether the session has received any response. */
  readonly hasResponded: () => boolean;
}

/** Sends one request and resolves to its response. `onClose` is called once, when the stream has closed or never opened. */
export function exchange(carrier: Carrier, request: TransportRequest, onClose: () => void): Promise<TransportResponse> {
  const { origin, silenceTimeout } = carrier.destination;
  const { target, signal, beforeSending, body } = request;
  const isFresh = !carrier.hasResponded();
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
    let aborted: { readonly reason: unknown } | undefined;
    /** Ends the stream at once, even on a stalled connection. */
    const cancel = (): void => {
      stream.close(NGHTTP2_CANCEL);
      stream.destroy();
    };
    const abort = (reason: unknown): void => {
      aborted ??= { reason };
      cancel();
    };
    const failure = (): unknown =>
      aborted === undefined ? (carrier.broken() ?? resetError(origin, reset)) : aborted.reason;
    const onAbort = (): void => abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    stream.on('error', (error) => {
      reset = error;
      if (hasNoStreamId(error)) carrier.session.close();
    });
    stream.once('close', () => {
      signal?.removeEventListener('abort', onAbort);
      onClose();
      const cause = failure();
      if (aborted !== undefined) reject(cause);
      else if (isRefused(stream, carrier, reset)) reject(new RefusedError('refused', { cause }));
      else if (carrier.broken() !== undefined && !isFresh) reject(new StaleConnectionError('broken', { cause }));
      else reject(cause);
    });
    stream.once('response', (headers) => {
      carrier.onResponse();
      resolve({
        status: headers[':status'] ?? 0,
        headers: flatHeaders(headers),
        body: bodyOf(stream, { failure: () => failure(), isAborted: () => aborted !== undefined, cancel }),
      });
    });
    if (!isWatch(target)) {
      stream.setTimeout(silenceTimeout, () => abort(new Error(`no data from ${origin} for ${silenceTimeout} ms`)));
    }
    if (body === undefined) return;
    if (beforeSending === undefined) {
      stream.end(body);
      return;
    }
    // The body may wait for the flow-control window. The server does not process it before its end.
    stream.write(body, (error) => {
      if (error) return;
      try {
        beforeSending();
        stream.end();
      } catch (refusal) {
        abort(refusal);
      }
    });
  });
}

/** Throws {@link RefusedError} if the session accepts no more requests. */
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

/** Whether the server has certainly not processed the request (RFC 9113, 6.8 and 8.7). */
function isRefused({ id, rstCode }: ClientHttp2Stream, carrier: Carrier, reset: unknown): boolean {
  return hasNoStreamId(reset) || rstCode === NGHTTP2_REFUSED_STREAM || (id ?? 0) > carrier.lastStreamId();
}

/** A connection has 2^30 stream ids for requests. */
function hasNoStreamId(reset: unknown): boolean {
  return reset instanceof Error && 'code' in reset && reset.code === 'ERR_HTTP2_OUT_OF_STREAMS';
}

function resetError(origin: string, reset: unknown): BrokenError {
  const how = reset instanceof Error ? `: ${reset.message}` : '';
  return new BrokenError(`${origin} reset the stream${how}`);
}

function flatHeaders(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  return Object.fromEntries(entries.map(([name, value = '']) => [name, String(value)] as const));
}

interface Answering {
  readonly failure: () => unknown;
  readonly isAborted: () => boolean;
  readonly cancel: () => void;
}

/** Reads the stream directly: the iterator of Node 24 reports a stream that arrived whole before it was read as broken. */
async function* bodyOf(
  stream: ClientHttp2Stream,
  { failure, isAborted, cancel }: Answering,
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
    // Node ends the body of a reset stream like that of a complete one.
    isWhole = stream.readableEnded && !isAborted() && stream.rstCode === NGHTTP2_NO_ERROR;
  } finally {
    // The reader may have stopped early, or the response arrived before the whole body was sent.
    if (!isWhole || !stream.writableFinished) cancel();
  }
  if (!isWhole) throw failure();
}
