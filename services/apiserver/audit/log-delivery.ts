import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { Delivery } from './backend.js';
import { legacyText } from './legacy-format.js';

/** Something that takes lines. */
export interface LineSink {
  /** Resolves once all of them have been handed to the system. */
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A line for each event, which `line` makes of its JSON. */
export function logDelivery(sink: LineSink, line: (event: string) => string): Delivery {
  return {
    deliver: (events) => sink.write(events.map((event) => `${line(event)}\n`).join('')),
    hurry() {},
    close: sink.close,
  };
}

/** The event as an object of its own. */
export function jsonLine(apiVersion: string): (event: string) => string {
  const head = `{"kind":"Event","apiVersion":${JSON.stringify(apiVersion)},`;
  return (event) => `${head}${event.slice(1)}`;
}

export function legacyLine(event: string): string {
  return legacyText(JSON.parse(event) as Event);
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
