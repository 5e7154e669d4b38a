import { runInSlices } from '../event-loop/steps.js';
import { createYielder } from '../event-loop/yielder.js';
import type { Snapshot } from './snapshot.js';
import { CONTENT_TYPES, writeMetrics, type MetricsFormat } from './text.js';

export interface Exposition {
  /** Text, in UTF-8. */
  readonly chunks: readonly Uint8Array[];
  readonly contentType: string;
}

export type Expose = (format: MetricsFormat) => Promise<Exposition>;

/** Exposes the metrics that `read` returns. Other work of the process goes on while the text is written. */
export function createExposition(read: () => Promise<Snapshot>): Expose {
  const maybeYield = createYielder(() => performance.now());
  return async (format) => ({
    chunks: await runInSlices(writeMetrics(await read(), format), maybeYield),
    contentType: CONTENT_TYPES[format],
  });
}

/** The whole text. */
export function exposedText({ chunks }: Exposition): string {
  return Buffer.concat(chunks).toString();
}
