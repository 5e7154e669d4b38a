/** Attributes of a span or an event. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** `client`: the span is a call of another program, which may continue it. Internal when absent. */
  readonly kind?: 'client';
  readonly attributes?: SpanAttributes;
  /** The beginning, by `performance.now()`; the present when absent. */
  readonly begin?: number;
}

/**
 * A part of a trace. The current span goes through the server as an explicit value, which is undefined while tracing is off, so
 * that tracing then costs one comparison. A span that is not sampled only passes on its context.
 */
export interface Span {
  /** Whether the span is sampled. Attributes that are expensive to compute depend on it. */
  readonly isRecorded: boolean;
  /** Begins a part of this span. */
  readonly start: (name: string, options?: SpanOptions) => Span;
  readonly event: (name: string, attributes?: SpanAttributes) => void;
  readonly set: (attributes: SpanAttributes) => void;
  /** Marks the span as failed. */
  readonly fail: (message: string) => void;
  /** Ends the span, at a time by `performance.now()` or now. */
  readonly end: (at?: number) => void;
  /** Headers by which another program continues the trace (W3C Trace Context), with names in lower case. */
  readonly headers: () => TraceHeaders;
}

export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** The beginning of a trace in this program. */
export interface RootOptions {
  readonly isSampled: boolean;
  /** Called only if the request is sampled. */
  readonly name: () => string;
  /** The time of the arrival, by `performance.now()`. */
  readonly begin: number;
  /** The context that the client sent, if it sent a valid one. */
  readonly sent?: RemoteContext | undefined;
  /** Whether the span continues the trace of the client. Otherwise it only refers to it. */
  readonly continues: boolean;
}

/** The span of a client, from its headers. */
export interface RemoteContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  /** As sent; absent if the client sent none. */
  readonly state?: string;
}

/** Begins traces. */
export interface Tracer {
  /** Decides by chance whether a request is sampled whose client does not decide. */
  readonly samples: () => boolean;
  /** The span of all requests that are not sampled and whose client sent no context. Each use of its headers is another trace. */
  readonly unsampled: Span;
  readonly root: (options: RootOptions) => Span;
}

/** Runs an operation as a part of a span. Without a span that is sampled it only runs it. */
export function inSpan<T>(
  parent: Span | undefined,
  name: string,
  options: SpanOptions,
  run: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  return parent?.isRecorded === true ? inRecordedSpan(parent.start(name, options), run) : run(parent);
}

async function inRecordedSpan<T>(span: Span, run: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await run(span);
  } catch (error) {
    span.fail(error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    span.end();
  }
}
