import type { Span } from '../tracing/span.js';

/**
 * A review that its caller may stop waiting for. The signal is created when it is first read: few plugins need it, and creating
 * it costs as much as a small rule.
 */
export class ReviewCall {
  #controller: AbortController | undefined;
  #cancelled: { readonly reason: unknown } | undefined;
  #listener: ((reason: unknown) => void) | undefined;
  /** The current part of the trace; undefined if tracing is off. */
  readonly trace: Span | undefined;

  constructor(trace?: Span) {
    this.trace = trace;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled !== undefined) this.#controller.abort(this.#cancelled.reason);
    }
    return this.#controller.signal;
  }

  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  throwIfCancelled(): void {
    if (this.#cancelled !== undefined) throw this.#cancelled.reason;
  }

  /** Calls the listener at the cancellation. It replaces the former one. */
  onCancel(listener: ((reason: unknown) => void) | undefined): void {
    this.#listener = listener;
  }

  /** Does nothing the second time. */
  cancel(reason: unknown): void {
    if (this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    this.#controller?.abort(reason);
    this.#listener?.(reason);
  }
}

/** A review that is cancelled with the signal. */
export function followingCall(signal: AbortSignal): ReviewCall {
  const call = new ReviewCall();
  if (signal.aborted) call.cancel(signal.reason);
  else signal.addEventListener('abort', () => call.cancel(signal.reason), { once: true });
  return call;
}
