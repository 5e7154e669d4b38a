import { dial, type Connection } from '@pilothouse/http2/grpc/dial.js';
import type { EncodedSpans } from './span-queue.js';

export interface CollectorClient {
  /** One at a time. Connects if there is no connection. Rejects if the collector does not take the spans. */
  readonly send: (spans: EncodedSpans) => Promise<void>;
  readonly close: () => void;
}

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
/** Milliseconds to connect, and for a call. OpenTelemetry's default is 10 seconds. */
const TIMEOUT = 10_000;

/**
 * A client of a collector of traces, at an address of `collectorAddress`. Not by @grpc/grpc-js, beside whose streams of node:http2 a get
 * took 3 to 4 % more processor time (docs/decisions/tracing.md).
 */
export function collectorClient(address: string): CollectorClient {
  const stop = new AbortController();
  let connection: Connection | undefined;
  return {
    async send({ bytes }) {
      if (connection?.usable !== true) connection = await dial(address, { timeoutMs: TIMEOUT, signal: stop.signal });
      await connection.unary(EXPORT, bytes, { metadata: {}, timeoutMs: TIMEOUT });
    },
    close: () => stop.abort(),
  };
}
