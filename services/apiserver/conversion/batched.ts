import { setMaxListeners } from 'node:events';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { ConversionError } from './conversion-error.js';
import type { ConvertOptions, Converter } from './converter.js';
import { createSlots } from './slots.js';

export interface BatchedOptions {
  /** Objects of one batch, 500 when absent. */
  readonly mostObjects?: number;
  /** Batches that are converted at one time, 4 when absent. What comes meanwhile waits and makes larger batches. */
  readonly mostBatches?: number;
}

/** Converts single objects, such as those of watch events. */
export interface BatchedConverter {
  /** Rejects with the signal's reason as soon as it is aborted, and otherwise as Converter does. */
  readonly convert: (object: JsonObject, apiVersion: string, options?: ConvertOptions) => Promise<JsonObject>;
}

interface Waiting {
  readonly object: JsonObject;
  readonly resolve: (converted: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  isGone: boolean;
  /** Called when the caller gives up. */
  onGone: () => void;
}

/**
 * Collects the objects that are to be converted into batches, one for each version: those of one turn of the event loop, in the order in
 * which they come. Where a webhook cannot convert a batch, because of one of its objects perhaps, each object is asked for alone, so that
 * it fails none but its own.
 */
export function batched(
  converter: Converter,
  { mostObjects = 500, mostBatches = 4 }: BatchedOptions = {},
): BatchedConverter {
  const slots = createSlots(mostBatches);
  const collected = new Map<string, Set<Waiting>>();

  function add(waiting: Waiting, apiVersion: string): void {
    const all = collected.get(apiVersion);
    if (all !== undefined) {
      all.add(waiting);
      return;
    }
    collected.set(apiVersion, new Set([waiting]));
    setImmediate(() => void flush(apiVersion));
  }

  function remove(waiting: Waiting, apiVersion: string): void {
    const all = collected.get(apiVersion);
    all?.delete(waiting);
    if (all?.size === 0) collected.delete(apiVersion);
  }

  async function flush(apiVersion: string): Promise<void> {
    await slots.run(async () => {
      const batch = [...(collected.get(apiVersion) ?? [])].slice(0, mostObjects);
      for (const waiting of batch) remove(waiting, apiVersion);
      if (collected.has(apiVersion)) void flush(apiVersion);
      if (batch.length > 0) await convertBatch(converter, batch, apiVersion);
    });
  }

  return {
    async convert(object, apiVersion, { signal } = {}) {
      signal?.throwIfAborted();
      if (signal !== undefined) setMaxListeners(0, signal);
      return new Promise((resolve, reject) => {
        const give = (): void => {
          remove(waiting, apiVersion);
          waiting.isGone = true;
          reject(signal?.reason as Error);
          waiting.onGone();
        };
        const settled = (): void => signal?.removeEventListener('abort', give);
        const waiting: Waiting = {
          object,
          resolve(converted) {
            settled();
            resolve(converted);
          },
          reject(error) {
            settled();
            reject(error);
          },
          isGone: false,
          onGone: () => undefined,
        };
        signal?.addEventListener('abort', give, { once: true });
        add(waiting, apiVersion);
      });
    },
  };
}

/** Settles every object of the batch. The conversion is given up when all callers are gone. */
async function convertBatch(converter: Converter, batch: readonly Waiting[], apiVersion: string): Promise<void> {
  const stop = new AbortController();
  const stopIfUnused = (): void => {
    if (batch.every(({ isGone }) => isGone)) stop.abort();
  };
  for (const waiting of batch) waiting.onGone = stopIfUnused;
  const convert = (objects: readonly JsonObject[]) => converter.convert(objects, apiVersion, { signal: stop.signal });
  try {
    const converted = await convert(batch.map(({ object }) => object));
    for (const [index, waiting] of batch.entries()) waiting.resolve(converted[index] ?? waiting.object);
  } catch (error) {
    if (batch.length === 1 || stop.signal.aborted || !isOfOneObject(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    await Promise.all(
      batch
        .filter(({ isGone }) => !isGone)
        .map(async ({ object, resolve, reject }) => {
          try {
            const [converted = object] = await convert([object]);
            resolve(converted);
          } catch (failure) {
            reject(failure);
          }
        }),
    );
  }
}

/** Whether one object alone may be the cause, in contrast to a webhook that does not answer. */
function isOfOneObject(error: unknown): boolean {
  return error instanceof ConversionError && error.failure !== 'conversion_webhook_call_failure';
}
