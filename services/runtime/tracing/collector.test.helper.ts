import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import { fromJSON, type ServiceDefinition } from '@grpc/proto-loader';

/** A span as a collector of traces received it. */
export interface CollectedSpan {
  /** The attribute `service.name` of the resource. */
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentId: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  /** Ids of the linked traces. */
  readonly links: readonly string[];
  readonly isFailed: boolean;
}

/** A collector of traces: a gRPC server of OpenTelemetry's protocol. */
export interface Collector {
  /** `127.0.0.1:port`. */
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  /** Resolves when spans that satisfy the condition have arrived. */
  readonly wait: (isEnough: (spans: readonly CollectedSpan[]) => boolean) => Promise<void>;
  readonly stop: () => void;
}

interface Value {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string;
  readonly doubleValue?: number;
}
type KeyValues = readonly { readonly key: string; readonly value: Value | null }[];
interface SentSpan {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: KeyValues;
  readonly events: readonly { readonly name: string }[];
  readonly links: readonly { readonly traceId: Uint8Array }[];
  readonly status: { readonly code: number } | null;
}
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: KeyValues };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** The fields that are read, with the numbers of OpenTelemetry's protocol. */
const MESSAGES = {
  AnyValue: {
    oneofs: { value: { oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue'] } },
    fields: {
      stringValue: { type: 'string', id: 1 },
      boolValue: { type: 'bool', id: 2 },
      intValue: { type: 'int64', id: 3 },
      doubleValue: { type: 'double', id: 4 },
    },
  },
  KeyValue: { fields: { key: { type: 'string', id: 1 }, value: { type: 'AnyValue', id: 2 } } },
  Resource: { fields: { attributes: { rule: 'repeated', type: 'KeyValue', id: 1 } } },
  Event: { fields: { timeUnixNano: { type: 'fixed64', id: 1 }, name: { type: 'string', id: 2 } } },
  Link: { fields: { traceId: { type: 'bytes', id: 1 }, spanId: { type: 'bytes', id: 2 } } },
  Status: { fields: { message: { type: 'string', id: 2 }, code: { type: 'int32', id: 3 } } },
  Span: {
    fields: {
      traceId: { type: 'bytes', id: 1 },
      spanId: { type: 'bytes', id: 2 },
      parentSpanId: { type: 'bytes', id: 4 },
      name: { type: 'string', id: 5 },
      startTimeUnixNano: { type: 'fixed64', id: 7 },
      endTimeUnixNano: { type: 'fixed64', id: 8 },
      attributes: { rule: 'repeated', type: 'KeyValue', id: 9 },
      events: { rule: 'repeated', type: 'Event', id: 11 },
      links: { rule: 'repeated', type: 'Link', id: 13 },
      status: { type: 'Status', id: 15 },
    },
  },
  ScopeSpans: { fields: { spans: { rule: 'repeated', type: 'Span', id: 2 } } },
  ResourceSpans: {
    fields: { resource: { type: 'Resource', id: 1 }, scopeSpans: { rule: 'repeated', type: 'ScopeSpans', id: 2 } },
  },
  Request: { fields: { resourceSpans: { rule: 'repeated', type: 'ResourceSpans', id: 1 } } },
  Response: { fields: {} },
  TraceService: { methods: { Export: { requestType: 'Request', responseType: 'Response' } } },
};
const SERVICE = 'opentelemetry.proto.collector.trace.v1';

/** Starts a collector on a free port, or on the given one. */
export async function startCollector(port = 0): Promise<Collector> {
  const nested = SERVICE.split('.').reduceRight<object>((inner, name) => ({ nested: { [name]: inner } }), {
    nested: MESSAGES,
  });
  const definitions = fromJSON(nested, { longs: String, defaults: true });
  const spans: CollectedSpan[] = [];
  const waiting = new Set<() => void>();
  const server = new Server();
  server.addService(definitions[`${SERVICE}.TraceService`] as ServiceDefinition, {
    Export({ request }: ServerUnaryCall<Exported, object>, answer: sendUnaryData<object>) {
      spans.push(...request.resourceSpans.flatMap(spansIn));
      for (const check of waiting) check();
      answer(null, {});
    },
  });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, found) =>
      error === null ? resolve(found) : reject(error),
    );
  });
  return {
    endpoint: `127.0.0.1:${bound}`,
    spans,
    wait: (isEnough) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!isEnough(spans)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    stop: () => server.forceShutdown(),
  };
}

function spansIn({ resource, scopeSpans }: Exported['resourceSpans'][number]): CollectedSpan[] {
  const { 'service.name': service = '' } = textsOf(resource.attributes);
  return scopeSpans.flatMap(({ spans }) =>
    spans.map((span) => ({
      service,
      name: span.name,
      traceId: hex(span.traceId),
      spanId: hex(span.spanId),
      parentId: hex(span.parentSpanId),
      begin: Number(span.startTimeUnixNano) / 1_000_000,
      end: Number(span.endTimeUnixNano) / 1_000_000,
      attributes: textsOf(span.attributes),
      events: span.events.map(({ name }) => name),
      links: span.links.map(({ traceId }) => hex(traceId)),
      isFailed: span.status?.code === 2,
    })),
  );
}

function textsOf(attributes: KeyValues): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      String(value?.stringValue || value?.intValue || value?.doubleValue || value?.boolValue || ''),
    ]),
  );
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** A trace as text: a span a line, below its parent, with its duration in milliseconds. */
export function traceText(spans: readonly CollectedSpan[], traceId: string): string {
  const own = spans.filter((span) => span.traceId === traceId).toSorted((a, b) => a.begin - b.begin);
  const ids = new Set(own.map(({ spanId }) => spanId));
  const below = (parentId: string | undefined, depth: number): string[] =>
    own
      .filter((span) => (parentId === undefined ? !ids.has(span.parentId) : span.parentId === parentId))
      .flatMap((span) => [
        `${'  '.repeat(depth)}${span.name} [${span.service}] ${(span.end - span.begin).toFixed(2)} ms`,
        ...below(span.spanId, depth + 1),
      ]);
  return below(undefined, 0).join('\n');
}
