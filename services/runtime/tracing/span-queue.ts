import type { ReadableSpan } from '@opentelemetry/sdk-trace';

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

/** Spans in the encoding of a request of the collector. Encodings one after the other are one request: its only field is repeated. */
export interface EncodedSpans {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface SpanQueueOptions extends ExportObserver {
  readonly encode: (spans: ReadableSpan[]) => Uint8Array;
  /** Rejects if the collector does not take the spans. */
  readonly send: (spans: EncodedSpans) => Promise<void>;
}

export interface SpanQueue {
  /** Takes a span that has ended. */
  readonly add: (span: ReadableSpan) => void;
  /** Resolves when all spans that have ended are sent or dropped. */
  readonly close: () => Promise<void>;
}

/** Spans that wait for the collector, those in a request included. Further ones are dropped. */
const MOST_WAITING = 4096;
/** Spans that are encoded together, soon after their end: the garbage collector would copy them again and again until the next request. */
const ENCODED_AT_ONCE = 16;
/** Bytes of a request: a collector takes 4 MiB by default. */
const REQUEST_BYTES = 1024 * 1024;
/** Milliseconds between requests. */
const EVERY = 2000;

/** Encodes spans, sends them to the collector from time to time, and counts what becomes of each. */
export function createSpanQueue({ encode, send, counts, onFailed, onRecovered }: SpanQueueOptions): SpanQueue {
  let ended: ReadableSpan[] = [];
  const encoded: EncodedSpans[] = [];
  let bytes = 0;
  let waiting = 0;
  let isDown = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  function encodeEnded(): void {
    if (ended.length === 0) return;
    const chunk = { bytes: encode(ended), count: ended.length };
    ended = [];
    encoded.push(chunk);
    bytes += chunk.bytes.length;
  }

  function takeRequest(): EncodedSpans {
    const taken: Uint8Array[] = [];
    const request = { size: 0, count: 0 };
    while (request.size < REQUEST_BYTES) {
      const chunk = encoded.shift();
      if (chunk === undefined) break;
      taken.push(chunk.bytes);
      request.size += chunk.bytes.length;
      request.count += chunk.count;
    }
    bytes -= request.size;
    return { bytes: Buffer.concat(taken), count: request.count };
  }

  /** Sends what waits now. Spans that end meanwhile wait for the next time: one by one, they would be as many requests. */
  async function sendWaiting(): Promise<void> {
    encodeEnded();
    for (let left = bytes; left > 0;) {
      const request = takeRequest();
      left -= request.bytes.length;
      try {
        await send(request);
        counts.exported += request.count;
        if (isDown) onRecovered();
        isDown = false;
      } catch (error) {
        counts.dropped += request.count;
        if (!isDown) onFailed(error);
        isDown = true;
      }
      waiting -= request.count;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (sending ??= sendWaiting().finally(() => {
      sending = undefined;
      if (waiting > 0) schedule();
    }));
  }

  /** Sends a full request at once, and otherwise after some time. The end of a request repeats what would be too early during it. */
  function schedule(): void {
    if (bytes >= REQUEST_BYTES) void flush();
    else timer ??= setTimeout(() => void flush(), EVERY).unref();
  }

  return {
    add(span) {
      if (waiting === MOST_WAITING) {
        counts.dropped += 1;
        return;
      }
      waiting += 1;
      ended.push(span);
      if (ended.length === ENCODED_AT_ONCE) encodeEnded();
      schedule();
    },
    async close() {
      await flush();
      // The former one may have begun before the last span ended.
      await flush();
    },
  };
}
