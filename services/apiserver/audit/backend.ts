import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { DeliveryOptions } from '../options/audit.js';
import { createBatches } from './batches.js';
import type { Counts, Ledger } from './counts.js';
import { batchesOf, encodeEvent } from './encode.js';

/** Where events go in the end. */
export interface Delivery {
  /** Resolves once all of them are there, in this order; rejects where one may not be. Each is JSON in one line. */
  readonly deliver: (events: readonly string[]) => Promise<void>;
  /** Has deliveries that fail be tried no more. */
  readonly hurry: () => void;
  readonly close: () => Promise<void>;
}

/** A way of events, with all that options say of it. */
export interface Backend {
  readonly name: string;
  readonly counts: () => Counts;
  /** Resolves with false where the request may not go on, since its event could not be recorded. Never rejects. */
  readonly record: (event: Event) => Promise<boolean>;
  /** Resolves once all events are delivered or lost. */
  readonly close: () => Promise<void>;
}

export interface BackendOptions extends DeliveryOptions {
  readonly name: string;
  readonly delivery: Delivery;
  /** How many batches may be delivered at the same time. */
  readonly concurrency: number;
  readonly ledger: Ledger;
}

/** Delivers events one by one, or in batches. What cannot be delivered is counted and logged. */
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
        ledger.failed(1, new Error(`an event has ${encoded.bytes} bytes without what was sent and answered`));
        return true;
      }
      if (batches === undefined) return (await deliver([encoded.text])) || mode !== 'blocking-strict';
      if (!batches.add(encoded.text)) ledger.dropped(1);
      return true;
    },
    async close() {
      delivery.hurry();
      await batches?.close();
      await delivery.close();
      ledger.close();
    },
  };
}
