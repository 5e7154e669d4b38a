import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '@pilothouse/client/client.js';
import { createInformer, type Informer } from '@pilothouse/client/informer.js';
import type { Change } from '@pilothouse/client/object-cache.js';
import type { SelectOptions } from '@pilothouse/client/options.js';
import { apiVersionOf, type ApiObject, type ResourceType } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';

/** A copy of all objects of one type that several controllers read. */
export interface SharedInformer<T extends ApiObject> {
  /** By `namespace/name`, or the name alone for cluster-scoped kinds. */
  readonly objects: ReadonlyMap<string, T>;
  /** Resolves once `objects` first holds what the server has; rejects when everything ends before that. */
  readonly hasSynced: Promise<void>;
  /** Calls `handler` at once with every object there is, as `added`, and from then on with every change. It may be told of one twice. */
  readonly onChange: (handler: (change: Change<T>) => void) => void;
}

/** Which objects of a type are copied; all of them when absent. */
export interface Selection extends Pick<SelectOptions, 'fieldSelector'> {
  /** Those of one namespace. */
  readonly namespace?: string;
}

/** The informers of all controllers of a process: one for each type and selection that any of them asks for. */
export interface SharedInformers {
  readonly of: <T extends ApiObject>(type: ResourceType<T>, selection?: Selection) => SharedInformer<T>;
  /** Resolves when the signal has been aborted and every informer has ended. */
  readonly ended: () => Promise<void>;
}

export interface SharedInformersOptions {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
}

export function sharedInformers({ client, signal, onError, timing }: SharedInformersOptions): SharedInformers {
  const informers = new Map<string, SharedInformer<ApiObject>>();
  const driven: Promise<void>[] = [];
  return {
    of<T extends ApiObject>(type: ResourceType<T>, { namespace, ...selection }: Selection = {}): SharedInformer<T> {
      const key = `${apiVersionOf(type)}/${namespace ?? ''}/${type.resource}?${selection.fieldSelector ?? ''}`;
      const known = informers.get(key);
      // One key has one type of objects: that of the constant.
      if (known !== undefined) return known as unknown as SharedInformer<T>;
      const source =
        namespace === undefined || type.scope === 'Cluster' ? client.all(type) : client.of(type).namespace(namespace);
      const informer = createInformer({ source, ...selection, onError, timing });
      const handlers: ((change: Change<T>) => void)[] = [];
      driven.push(drive(informer, handlers, signal));
      const shared: SharedInformer<T> = {
        objects: informer.objects,
        hasSynced: informer.hasSynced,
        onChange(handler) {
          // What one of them makes of an object is not to keep the others from the next.
          const told = (change: Change<T>): void => {
            try {
              handler(change);
            } catch (error) {
              onError(error, Infinity);
            }
          };
          for (const object of informer.objects.values()) told({ type: 'added', object });
          handlers.push(told);
        },
      };
      informers.set(key, shared);
      return shared;
    },
    async ended() {
      await Promise.all(driven);
    },
  };
}

/** Resolves to whether all of these have got to know what the server has; not so where everything ends before that. */
export async function haveSynced(...informers: readonly Pick<SharedInformer<never>, 'hasSynced'>[]): Promise<boolean> {
  const results = await Promise.allSettled(informers.map(({ hasSynced }) => hasSynced));
  // Until the next turn they still tell, one by one, of what they have found: who listens by then is told of it twice.
  await nextTurn();
  return results.every(({ status }) => status === 'fulfilled');
}

async function drive<T extends ApiObject>(
  informer: Informer<T>,
  handlers: readonly ((change: Change<T>) => void)[],
  signal: AbortSignal,
): Promise<void> {
  for await (const change of informer.changes(signal)) {
    for (const handler of handlers) handler(change);
  }
}
