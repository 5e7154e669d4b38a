import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';

/** OpenTelemetry's code of a successful export. */
const SUCCESS = 0;
/** Spans that wait for the collector. Further ones are dropped. */
const MOST_WAITING = 4096;

/** What became of sampled spans. */
export interface SpanCounts {
  exported: number;
  /** Spans that the collector did not take, or for which there was no room. */
  dropped: number;
}

export interface ExportObserver {
  readonly counts: SpanCounts;
  /** Called with the first failure of an outage of the collector. */
  readonly onFailed: (error: unknown) => void;
  /** Called with the first success after an outage. */
  readonly onRecovered: () => void;
}

/** Bounds the spans that wait, those in an export included, and counts what becomes of each. */
export function boundedExport(exporter: SpanExporter, { counts, onFailed, onRecovered }: ExportObserver) {
  let waiting = 0;
  let isDown = false;
  const counted: SpanExporter = {
    export: (spans, callback) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length;
        const code: number = result.code;
        const isFailed = code !== SUCCESS;
        counts[isFailed ? 'dropped' : 'exported'] += spans.length;
        if (isFailed && !isDown) onFailed(result.error);
        if (!isFailed && isDown) onRecovered();
        isDown = isFailed;
        callback(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
  /** In front of the processor that queues spans. */
  const bounded = (processor: SpanProcessor): SpanProcessor => ({
    onStart: () => undefined,
    onEnd(span: ReadableSpan) {
      if (waiting >= MOST_WAITING) counts.dropped += 1;
      else {
        waiting += 1;
        processor.onEnd(span);
      }
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  });
  return { exporter: counted, bounded, most: MOST_WAITING };
}
