import { convertLegacyOtlpGrpcOptions, createOtlpGrpcExportDelegate } from '@opentelemetry/otlp-grpc-exporter-base';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { collectorAddress, type TracingConfiguration } from './configuration.js';
import { beginRoot, type Recorder } from './recorded-span.js';
import { createSpanQueue, type EncodedSpans, type ExportObserver } from './span-queue.js';
import type { Tracer } from './span.js';
import { UnsampledSpan } from './unsampled-span.js';

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
/** Milliseconds for one request of the collector. OpenTelemetry's default is 30 seconds. */
const TIMEOUT = 10_000;
/** Milliseconds for the last request. */
const CLOSING = 1000;
/** OpenTelemetry's code of a successful export. */
const SUCCESS = 0;

/** Traces in OpenTelemetry's protocol, sent over gRPC without TLS as by Kubernetes. Loaded only if tracing is on. */
export function createTracing({ configuration, service, instance, ...observer }: TracingOptions): Tracing {
  const { endpoint = 'localhost:4317' } = configuration;
  const collector = collectorClient(collectorAddress(endpoint) ?? '');
  const queue = createSpanQueue({
    ...observer,
    encode: (spans) => ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array(),
    send: collector.send,
  });
  const recorder: Recorder = {
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
    scope: { name: SCOPE },
    onEnd: queue.add,
  };
  const part = (configuration.samplingRatePerMillion ?? 0) / MILLION;
  return {
    samples: () => Math.random() < part,
    unsampled: new UnsampledSpan(),
    root: (root) =>
      root.isSampled ? beginRoot(recorder, root) : new UnsampledSpan(root.continues ? root.sent : undefined),
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSING).unref());
      // A collector that is down delays no stop.
      await Promise.race([queue.flush().then(collector.close), late]);
    },
  };
}

/** The client of OpenTelemetry's exporter, for spans that are encoded already. */
function collectorClient(url: string) {
  const delegate = createOtlpGrpcExportDelegate<EncodedSpans, unknown>(
    convertLegacyOtlpGrpcOptions({ url, timeoutMillis: TIMEOUT }, 'TRACES'),
    {
      serializeRequest: ({ bytes }) => bytes,
      deserializeResponse: (response) => ProtobufTraceSerializer.deserializeResponse(response),
    },
    'otlp_grpc_span_exporter',
    { name: 'span', countItems: ({ count }) => count },
    undefined,
    'TraceExportService',
    '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  );
  return {
    send: (spans: EncodedSpans) =>
      new Promise<void>((resolve, reject) => {
        delegate.export(spans, ({ code, error }: { readonly code: number; readonly error?: Error }) => {
          if (code === SUCCESS) resolve();
          else reject(error ?? new Error('the collector took no spans'));
        });
      }),
    close: () => delegate.shutdown(),
  };
}
