import { backoff, systemTiming, type Timing } from './timing.js';
import type { TransportRequest, TransportResponse } from './transport.js';

export type Send = (request: TransportRequest) => Promise<TransportResponse>;

/** What all requests of a transport have in common. */
export interface Destination {
  readonly origin: string;
  /** Host and port, as requests name them. */
  readonly authority: string;
  /** What goes before every target. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds in which something of a request or its answer must move, unless it is a watch. */
  readonly silenceTimeout: number;
}

/** A connection, or one request on it, that broke. It has the code of a connection that the other end has closed. */
export class BrokenError extends Error {
  override readonly name = 'BrokenError';
  readonly code = 'ECONNRESET';
}

/** A connection that others have used before broke without an answer; `cause` is how. */
export class StaleConnectionError extends Error {}

/** The server has certainly not begun with the request; `cause` is what is told where it never does. */
export class RefusedError extends Error {}

/** As often as Go's client sends a request again that the server refuses. */
const MOST_REFUSALS = 6;
/** Between a second refusal, after which the server may have no room, and the next attempt. */
const PAUSE = { first: 100, longest: 2000 };

export interface ResendOptions {
  readonly send: Send;
  /** Whether nobody wants anything any more. */
  readonly isClosed: () => boolean;
  readonly timing?: Timing;
}

/**
 * Sends a request again that failed for no fault of its own. What the server has not begun with can be sent again whatever it
 * is. A server may close a kept connection just as it is used again: only a GET, or what can be repeated, is then sent once more.
 */
export async function resending(
  request: TransportRequest,
  { send, isClosed, timing = systemTiming }: ResendOptions,
): Promise<TransportResponse> {
  const { method, repeatable = method === 'GET', signal = new AbortController().signal } = request;
  let refusals = 0;
  let wasStale = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await send(request);
    } catch (error) {
      signal.throwIfAborted();
      const isStale = error instanceof StaleConnectionError;
      if (!isStale && !(error instanceof RefusedError)) throw error;
      const isLast = isStale ? wasStale || !repeatable : refusals === MOST_REFUSALS;
      if (isLast || isClosed()) throw error.cause;
      if (isStale) wasStale = true;
      else refusals++;
    }
    if (refusals < 2) continue;
    await timing.sleep(backoff(refusals - 1, PAUSE, timing.random), signal).catch(() => undefined);
  }
}

/** A watch may have nothing to tell for long; whoever reads it knows for how long. */
export function isWatch(target: string): boolean {
  return /[?&]watch=(?:true|1)(?:&|$)/.test(target);
}
