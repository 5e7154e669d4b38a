import type { Delivery } from './backend.js';

/** Something that takes lines. */
export interface LineSink {
  /** Resolves once all of them have been handed to the system. */
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A line of JSON for each event. */
export function logDelivery(sink: LineSink, apiVersion: string): Delivery {
  const head = `{"kind":"Event","apiVersion":${JSON.stringify(apiVersion)},`;
  return {
    deliver: (events) => sink.write(events.map((event) => `${head}${event.slice(1)}\n`).join('')),
    hurry() {},
    close: sink.close,
  };
}

/** Standard output. */
export function streamSink(stream: NodeJS.WritableStream): LineSink {
  // Whoever writes is told of it, and of nothing else that may be wrong.
  const ignore = (): void => undefined;
  stream.on('error', ignore);
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      stream.off('error', ignore);
    },
  };
}
