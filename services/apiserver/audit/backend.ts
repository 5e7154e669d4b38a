import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { DeliveryOptions } from '../options/audit.js';
import { createBatches, type BatchesOptions } from './batches.js';
import type { Counts, Ledger } from './counts.js';
import { batchesOf, encodeEvent } from './encode.js';

/** A destination of events. */
export interface Delivery {
  /** Resolves once all events are delivered, in order; rejects if one may be lost. Each is JSON in one line. */
  readonly deliver: (events: readonly string[]) => Promise<void>;
  /** Stops further retries. */
  readonly stopRetrying: () => void;
  readonly close: () => Promise<void>;
}

/** A configured destination. */
export interface Backend {
  readonly name: string;
  readonly counts: () => Counts;
  /** Resolves with false if the request must not proceed, since its event could not be recorded. Never rejects. */
  readonly record: (event: Event) => Promise<boolean>;
  /** Resolves once all events are delivered or lost. */
  readonly close: () => Promise<void>;
}

export interface BackendOptions extends DeliveryOptions, Pick<BatchesOptions, 'part'> {
  readonly name: string;
  readonly delivery: Delivery;
  /** The maximum number of concurrent batches. */
  readonly concurrency: number;
  readonly ledger: Ledger;
}

/** Delivers events one by one, or in batches. Lost events are counted and logged. */
export function createBackend(options: BackendOptions): Backend {
  const { name, mode, truncate, delivery, ledger } = options;
  const { maxBatchSize = Infinity } = truncate ?? {};

  async function deliver(events: readonly string[]): Promise<boolean> {
    let isComplete = true;
    for (const batch of batchesOf(events, maxBatchSize)) {
      try {
        await delivery.deliver(batch);
        ledger.wrote(batch.length);
      } catch (error) {
        ledger.failed(batch.length, error);
        isComplete = false;
      }
    }
    return isComplete;
  }

  const batches = mode === 'batch' ? createBatches({ ...options, deliver }) : undefined;
  return {
    name,
    counts: ledger.counts,
    async record(event) {
      const encoded = encodeEvent(event, truncate);
      if (!encoded.ok) {
        ledger.failed(1, new Error(`an event has ${encoded.bytes} bytes without request and response objects`));
        return true;
      }
      if (batches === undefined) return (await deliver([encoded.text])) || mode !== 'blocking-strict';
      if (!batches.add(encoded.text)) ledger.dropped(1);
      return true;
    },
    async close() {
      delivery.stopRetrying();
      await batches?.close();
      await delivery.close();
      ledger.close();
    },
  };
}
