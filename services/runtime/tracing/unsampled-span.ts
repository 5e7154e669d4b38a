import { IDS } from './recorded-span.js';
import type { RemoteContext, Span, TraceHeaders } from './span.js';
import { traceparentOf } from './trace-context.js';

/** Passes on that the trace is not sampled. Its parts are itself. Most are never passed on, so that ids are made on demand. */
export class UnsampledSpan implements Span {
  readonly isRecorded = false;
  readonly #parent: RemoteContext | undefined;

  constructor(parent?: RemoteContext) {
    this.#parent = parent;
  }

  start(): Span {
    return this;
  }

  event(): void {}
  set(): void {}
  fail(): void {}
  end(): void {}

  headers(): TraceHeaders {
    return unsampledHeaders(this.#parent);
  }
}

function unsampledHeaders({ traceId = IDS.generateTraceId(), state }: Partial<RemoteContext> = {}): TraceHeaders {
  return {
    traceparent: traceparentOf({ traceId, spanId: IDS.generateSpanId(), isSampled: false }),
    ...(state !== undefined && { tracestate: state }),
  };
}
