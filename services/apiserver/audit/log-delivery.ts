import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { Delivery } from './backend.js';
import { legacyText } from './legacy-format.js';

/** A destination of lines. */
export interface LineSink {
  /** Resolves once the text has been passed to the operating system. */
  readonly write: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Writes a line for each event, which `line` formats from its JSON. */
export function logDelivery(sink: LineSink, line: (event: string) => string): Delivery {
  return {
    deliver: (events) => sink.write(events.map((event) => `${line(event)}\n`).join('')),
    stopRetrying() {},
    close: sink.close,
  };
}

/** The event as a separate object. */
export function jsonLine(apiVersion: string): (event: string) => string {
  const head = `{"kind":"Event","apiVersion":${JSON.stringify(apiVersion)},`;
  return (event) => `${head}${event.slice(1)}`;
}

export function legacyLine(event: string): string {
  return legacyText(JSON.parse(event) as Event);
}

/** Standard output. */
export function streamSink(stream: NodeJS.WritableStream): LineSink {
  // The write callback reports errors. Without a listener, an 'error' event would end the process.
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
