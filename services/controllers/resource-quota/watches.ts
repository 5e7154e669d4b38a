import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Client } from '@pilothouse/client/client.js';
import { createInformer } from '@pilothouse/client/informer.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { listText } from '@pilothouse/kinds/core/quota/resource-list.js';
import type { QuotableType } from './quotable-types.js';

/** A change that affects the usage of a namespace. */
export type UsageChange = 'added' | 'changed' | 'removed';

/** The watches of the types that quotas count. */
export interface Watches {
  /** Watches exactly these types from now on. */
  readonly follow: (types: readonly QuotableType[]) => void;
  /** Resolves when the signal has aborted and every watch has ended. */
  readonly ended: () => Promise<void>;
}

export interface WatchesOptions {
  readonly client: Pick<Client, 'all' | 'metadataOf'>;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
  readonly now: () => Date;
  readonly onChange: (type: QuotableType, namespace: string, change: UsageChange) => void;
  /** Called after the first list of a type: changes before it were not seen. */
  readonly onSynced: (type: QuotableType) => void;
}

/** An object that is reduced to its metadata, and the text of its usage and scopes. */
type Measured = ApiObject & { readonly usage: string };

export function createWatches({ client, signal, onError, timing, now, onChange, onSynced }: WatchesOptions): Watches {
  const running = new Map<string, AbortController>();
  const driven = new Set<Promise<void>>();
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of running.values()) stop.abort(signal.reason);
    },
    { once: true },
  );

  const drive = async (each: QuotableType, until: AbortSignal): Promise<void> => {
    const { type, evaluator } = each;
    const measured = (object: ApiObject): Measured => {
      const { name, namespace, resourceVersion, uid } = object.metadata;
      const metadata = JSON.parse(JSON.stringify({ name, namespace, resourceVersion, uid })) as ApiObject['metadata'];
      // The evaluator belongs to the type of the object.
      const whole: JsonObject = Object.assign(newObject(), object);
      if (evaluator.countsOnly) return { metadata, usage: '' };
      const usage = `${listText(evaluator.usage(whole, now()))} ${evaluator.scopeText?.(whole) ?? ''}`;
      return { metadata, usage };
    };
    const source = evaluator.countsOnly ? client.metadataOf(type) : client.all(type);
    const informer = createInformer({ source, transform: measured, onError, timing });
    informer.hasSynced.then(
      () => onSynced(each),
      () => undefined,
    );
    for await (const change of informer.changes(until)) {
      const namespace = change.object.metadata.namespace ?? '';
      if (change.type === 'added') onChange(each, namespace, 'added');
      else if (change.type === 'deleted') onChange(each, namespace, 'removed');
      else if (usageText(change.previous) !== usageText(change.object)) onChange(each, namespace, 'changed');
    }
  };

  return {
    follow(types) {
      const wanted = new Map(types.map((each) => [keyOf(each), each]));
      for (const [key, stop] of running) {
        if (wanted.has(key)) continue;
        running.delete(key);
        stop.abort();
      }
      if (signal.aborted) return;
      for (const [key, each] of wanted) {
        if (running.has(key)) continue;
        const stop = new AbortController();
        running.set(key, stop);
        const ended = drive(each, stop.signal);
        driven.add(ended);
        void ended.then(() => driven.delete(ended));
      }
    },
    async ended() {
      await Promise.all(driven);
    },
  };
}

function usageText(object: ApiObject): string {
  return 'usage' in object && typeof object.usage === 'string' ? object.usage : '';
}

function keyOf({ type: { group, version, resource } }: QuotableType): string {
  return `${group}/${version}/${resource}`;
}
