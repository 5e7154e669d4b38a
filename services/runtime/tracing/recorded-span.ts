import {
  createTraceState,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Attributes,
  type HrTime,
  type Link,
  type SpanContext,
  type SpanStatus,
} from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { RandomIdGenerator, type ReadableSpan, type TimedEvent } from '@opentelemetry/sdk-trace';
import type { RemoteContext, RootOptions, Span, SpanAttributes, SpanOptions, TraceHeaders } from './span.js';
import { traceparentOf } from './trace-context.js';

/** Where spans come from, and what becomes of them. */
export interface Recorder {
  readonly resource: Resource;
  readonly scope: ReadableSpan['instrumentationScope'];
  /** Called when a span ends. */
  readonly onEnd: (span: ReadableSpan) => void;
}

interface SpanParts {
  readonly recorder: Recorder;
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly links: Link[];
  readonly attributes: SpanAttributes | undefined;
  /**
   * Milliseconds from 1970 to the origin of the monotonic clock. One number for a trace: with one for each span, spans would overlap by
   * the resolution of the clock.
   */
  readonly offset: number;
  /** By `performance.now()`. */
  readonly begin: number;
}

export const IDS = new RandomIdGenerator();

/** Events that a span keeps, as in OpenTelemetry. */
const MOST_EVENTS = 128;
const NO_LINKS: Link[] = [];
const NO_EVENTS: TimedEvent[] = [];
const UNSET: SpanStatus = { code: SpanStatusCode.UNSET };

/** Begins a trace of this program, or its part of the trace of a client. */
export function beginRoot(recorder: Recorder, { name, begin, sent, continues }: RootOptions): Span {
  const remote = sent && remoteSpan(sent);
  const parent = continues ? remote : undefined;
  return new RecordedSpan({
    recorder,
    name: name(),
    kind: SpanKind.SERVER,
    context: contextBelow(parent),
    parent,
    links: remote === undefined || continues ? NO_LINKS : [{ context: remote }],
    attributes: undefined,
    offset: Date.now() - performance.now(),
    begin,
  });
}

function remoteSpan({ traceId, spanId, isSampled, state }: RemoteContext): SpanContext {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const traceState = state === undefined ? {} : { traceState: createTraceState(state) };
  return { traceId, spanId, traceFlags, isRemote: true, ...traceState };
}

function contextBelow(parent: SpanContext | undefined): SpanContext {
  const { traceId = IDS.generateTraceId(), traceState } = parent ?? {};
  const context = { traceId, spanId: IDS.generateSpanId(), traceFlags: TraceFlags.SAMPLED };
  return traceState === undefined ? context : { ...context, traceState };
}

/**
 * A span that is sampled, as the serializer of OpenTelemetry reads it. It has fewer fields and objects than a span of the SDK, of which
 * a server with many requests has thousands (docs/decisions/tracing.md).
 */
class RecordedSpan implements Span, ReadableSpan {
  readonly isRecorded = true;
  readonly name: string;
  readonly kind: SpanKind;
  readonly parentSpanContext?: SpanContext;
  readonly links: Link[];
  readonly droppedAttributesCount = 0;
  readonly droppedLinksCount = 0;
  droppedEventsCount = 0;
  attributes: Attributes;
  events = NO_EVENTS;
  status = UNSET;
  ended = false;
  readonly #recorder: Recorder;
  readonly #context: SpanContext;
  readonly #offset: number;
  readonly #begin: number;
  #end = 0;

  constructor({ recorder, name, kind, context, parent, links, attributes, offset, begin }: SpanParts) {
    this.name = name;
    this.kind = kind;
    if (parent !== undefined) this.parentSpanContext = parent;
    this.links = links;
    this.attributes = attributes ?? {};
    this.#recorder = recorder;
    this.#context = context;
    this.#offset = offset;
    this.#begin = begin;
  }

  start(name: string, { kind, attributes, begin = performance.now() }: SpanOptions = {}): Span {
    return new RecordedSpan({
      recorder: this.#recorder,
      name,
      kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      context: contextBelow(this.#context),
      parent: this.#context,
      links: NO_LINKS,
      attributes,
      offset: this.#offset,
      begin,
    });
  }

  event(name: string, attributes: SpanAttributes = {}): void {
    if (this.events.length === MOST_EVENTS) this.droppedEventsCount += 1;
    else this.events = [...this.events, { time: timeOf(this.#offset + performance.now()), name, attributes }];
  }

  set(attributes: SpanAttributes): void {
    this.attributes = { ...this.attributes, ...attributes };
  }

  fail(message: string): void {
    this.status = { code: SpanStatusCode.ERROR, message };
  }

  end(at = performance.now()): void {
    if (this.ended) return;
    this.ended = true;
    this.#end = at;
    this.#recorder.onEnd(this);
  }

  headers(): TraceHeaders {
    const { traceId, spanId, traceState } = this.#context;
    const state = traceState?.serialize() ?? '';
    return {
      traceparent: traceparentOf({ traceId, spanId, isSampled: true }),
      ...(state !== '' && { tracestate: state }),
    };
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  get startTime(): HrTime {
    return timeOf(this.#offset + this.#begin);
  }

  get endTime(): HrTime {
    return timeOf(this.#offset + this.#end);
  }

  get duration(): HrTime {
    return timeOf(this.#end - this.#begin);
  }

  get resource(): Resource {
    return this.#recorder.resource;
  }

  get instrumentationScope(): ReadableSpan['instrumentationScope'] {
    return this.#recorder.scope;
  }
}

/** Milliseconds since 1970 as seconds and nanoseconds. */
function timeOf(milliseconds: number): HrTime {
  const seconds = Math.trunc(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1_000_000)];
}
