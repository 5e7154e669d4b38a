import type { Client } from '@pilothouse/client/client.js';
import { createInformer, type Informer } from '@pilothouse/client/informer.js';
import type { Change } from '@pilothouse/client/object-cache.js';
import type { SelectOptions } from '@pilothouse/client/options.js';
import { apiVersionOf, type ApiObject, type ResourceType } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';

/** A local copy of all objects of one type, shared by several controllers. */
export interface SharedInformer<T extends ApiObject> {
  /** By `namespace/name`, or the name for cluster-scoped kinds. */
  readonly objects: ReadonlyMap<string, T>;
  /** Resolves after the first list; rejects when the informer ends before that. */
  readonly hasSynced: Promise<void>;
  /** Calls `handler` for every present object as `added`, then for every change. An object may be reported twice. */
  readonly onChange: (handler: (change: Change<T>) => void) => void;
}

/** Selects objects of a type; all when absent. */
export interface Selection extends Pick<SelectOptions, 'fieldSelector'> {
  /** Restricts to one namespace. */
  readonly namespace?: string;
}

/** The informers of a process, one for each type and selection. */
export interface SharedInformers {
  readonly of: <T extends ApiObject>(type: ResourceType<T>, selection?: Selection) => SharedInformer<T>;
  /** Resolves when the signal has aborted and every informer has ended. */
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
      // The type of the objects is that of the constant, which the key identifies.
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
          // An error of one handler must not affect the others.
          const notify = (change: Change<T>): void => {
            try {
              handler(change);
            } catch (error) {
              onError(error, Infinity);
            }
          };
          for (const object of informer.objects.values()) notify({ type: 'added', object });
          handlers.push(notify);
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

/** Resolves to whether all informers have synced; false if one ends before that. */
export async function haveSynced(...informers: readonly Pick<SharedInformer<never>, 'hasSynced'>[]): Promise<boolean> {
  const results = await Promise.allSettled(informers.map(({ hasSynced }) => hasSynced));
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
