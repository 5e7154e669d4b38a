import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type HrTime,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { collectorAddress, type TracingConfiguration } from './configuration.js';
import { boundedExport, type ExportObserver } from './export.js';
import type { RemoteContext, RootOptions, Span, SpanAttributes, SpanOptions, TraceHeaders, Tracer } from './span.js';
import { traceparentOf } from './trace-context.js';

export interface TracingOptions extends ExportObserver {
  readonly configuration: TracingConfiguration;
  /** Attributes of the resource `service.name` and `service.instance.id`. */
  readonly service: string;
  readonly instance: string;
}

export interface Tracing extends Tracer {
  /** Sends the spans that wait, for a short time, and closes the connection. */
  readonly close: () => Promise<void>;
}

const MILLION = 1_000_000;
const SCOPE = 'pilothouse';
/** Milliseconds between exports, and for one export: OpenTelemetry's defaults are 5 and 30 seconds. */
const EVERY = 2000;
const TIMEOUT = 10_000;
/** Milliseconds for the last export. */
const CLOSING = 1000;

/** Traces by OpenTelemetry's SDK, sent over gRPC without TLS as by Kubernetes. Loaded only if tracing is on. */
export function createTracing(options: TracingOptions): Tracing {
  const { configuration, service, instance } = options;
  const { endpoint = 'localhost:4317' } = configuration;
  const address = collectorAddress(endpoint) ?? '';
  const queue = boundedExport(new OTLPTraceExporter({ url: address, timeoutMillis: TIMEOUT }), options);
  const processor = new BatchSpanProcessor({
    exporter: queue.exporter,
    maxQueueSize: queue.most,
    scheduledDelayMillis: EVERY,
    exportTimeoutMillis: 2 * TIMEOUT,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [queue.bounded(processor)],
  });
  const tracer = provider.getTracer(SCOPE);
  const part = (configuration.samplingRatePerMillion ?? 0) / MILLION;
  return {
    samples: () => Math.random() < part,
    unsampled: new UnsampledSpan(),
    // Not by the SDK, for which a request that is not sampled costs as much as a tenth of its processing.
    root: (root) =>
      root.isSampled ? beginRoot(tracer, root) : new UnsampledSpan(root.continues ? root.sent : undefined),
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSING).unref());
      // A collector that is down delays no stop.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

function beginRoot(tracer: OtelTracer, { name, begin, sent, continues }: RootOptions): Span {
  // One offset for the whole trace: with one for each span, spans would overlap by the resolution of the clock.
  const offset = Date.now() - performance.now();
  const options = { kind: SpanKind.SERVER, startTime: timeOf(offset + begin) };
  const remote = sent && remoteSpan(sent);
  if (remote !== undefined && continues) {
    const parent = trace.setSpanContext(ROOT_CONTEXT, remote);
    return new RecordedSpan(tracer, tracer.startSpan(name(), options, parent), offset);
  }
  const links = remote && { links: [{ context: remote }] };
  return new RecordedSpan(tracer, tracer.startSpan(name(), { ...options, ...links }, ROOT_CONTEXT), offset);
}

function remoteSpan({ traceId, spanId, isSampled, state }: RemoteContext): SpanContext {
  return {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
    ...(state !== undefined && { traceState: createTraceState(state) }),
  };
}

/** Milliseconds since 1970 as seconds and nanoseconds. */
function timeOf(milliseconds: number): HrTime {
  const seconds = Math.trunc(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1_000_000)];
}

class RecordedSpan implements Span {
  readonly isRecorded = true;
  readonly #tracer: OtelTracer;
  readonly #span: OtelSpan;
  /** Milliseconds from the origin of the monotonic clock to 1970. */
  readonly #offset: number;
  #context: Context | undefined;

  constructor(tracer: OtelTracer, span: OtelSpan, offset: number) {
    this.#tracer = tracer;
    this.#span = span;
    this.#offset = offset;
  }

  start(name: string, { kind, attributes, begin }: SpanOptions = {}): Span {
    const context = (this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span));
    const options = {
      kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      ...(attributes && { attributes }),
      startTime: this.#at(begin),
    };
    return new RecordedSpan(this.#tracer, this.#tracer.startSpan(name, options, context), this.#offset);
  }

  event(name: string, attributes?: SpanAttributes): void {
    this.#span.addEvent(name, attributes, this.#at());
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(message: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message });
  }

  end(at?: number): void {
    this.#span.end(this.#at(at));
  }

  headers(): TraceHeaders {
    const { traceId, spanId, traceState } = this.#span.spanContext();
    const state = traceState?.serialize() ?? '';
    return {
      traceparent: traceparentOf({ traceId, spanId, isSampled: true }),
      ...(state !== '' && { tracestate: state }),
    };
  }

  #at(time: number = performance.now()): HrTime {
    return timeOf(this.#offset + time);
  }
}

const IDS = new RandomIdGenerator();

/** Passes on that the trace is not sampled. Its parts are itself. Most are never passed on, so that ids are made on demand. */
class UnsampledSpan implements Span {
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
