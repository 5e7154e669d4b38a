import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { collectorClient } from './collector-client.js';
import { collectorAddress, type TracingConfiguration } from './configuration.js';
import { beginRoot, type Recorder } from './recorded-span.js';
import { createSpanQueue, type ExportObserver } from './span-queue.js';
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
/** Milliseconds for the last request. */
const CLOSING = 1000;

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
      await Promise.race([queue.close(), late]);
      collector.close();
    },
  };
}
