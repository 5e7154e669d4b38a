import { backoff, systemTiming, type Timing } from './timing.js';
import type { TransportRequest, TransportResponse } from './transport.js';

export type Send = (request: TransportRequest) => Promise<TransportResponse>;

/** Properties that all requests of a transport share. */
export interface Destination {
  readonly origin: string;
  /** Host and port for the authority of requests. */
  readonly authority: string;
  /** Path prefix of every target. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without data for a request, unless it is a watch. */
  readonly silenceTimeout: number;
}

/** A broken connection or stream. Its code is that of a connection closed by the peer. */
export class BrokenError extends Error {
  override readonly name = 'BrokenError';
  readonly code = 'ECONNRESET';
}

/** A reused connection broke without a response; `cause` is the error. */
export class StaleConnectionError extends Error {}

/** The server has certainly not processed the request; `cause` is the final error. */
export class RefusedError extends Error {}

/** The limit of Go's client for resends after a refusal. */
const MAX_REFUSALS = 6;
/** Backoff from the second refusal on, when the server may be at its limit. */
const BACKOFF = { first: 100, longest: 2000 };

export interface ResendOptions {
  readonly send: Send;
  /** Whether the transport is closed. */
  readonly isClosed: () => boolean;
  readonly timing?: Timing;
}

/**
 * Resends a request after a failure of its connection. A request that the server has not processed is resent in any case. A server
 * may close a kept-alive connection while it is reused: then only a GET, or a repeatable request, is resent once.
 */
export async function resending(
  request: TransportRequest,
  { send, isClosed, timing = systemTiming }: ResendOptions,
): Promise<TransportResponse> {
  const { method, repeatable = method === 'GET', signal } = request;
  let refusals = 0;
  let wasStale = false;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await send(request);
    } catch (error) {
      signal?.throwIfAborted();
      const isStale = error instanceof StaleConnectionError;
      if (!isStale && !(error instanceof RefusedError)) throw error;
      const isLast = isStale ? wasStale || !repeatable : refusals === MAX_REFUSALS;
      if (isLast || isClosed()) throw error.cause;
      if (isStale) wasStale = true;
      else refusals++;
    }
    if (refusals < 2) continue;
    await timing
      .sleep(backoff(refusals - 1, BACKOFF, timing.random), signal ?? new AbortController().signal)
      .catch(() => undefined);
  }
}

/** A watch may be silent for long. Its reader has its own timeout. */
export function isWatch(target: string): boolean {
  return /[?&]watch=(?:true|1)(?:&|$)/.test(target);
}
