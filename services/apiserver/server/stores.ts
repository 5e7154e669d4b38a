import { qualifiedResource, type GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import type { StoreSpace } from '@pilothouse/storage/embedded/store.js';
import { observeStore } from '@pilothouse/storage/observed.js';
import { openStore, type OpenOptions } from '@pilothouse/storage/open.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { EtcdOverride } from '../options/etcd-overrides.js';
import type { StorageOptions } from '../options/server-options.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { cacheInFront } from './cache.js';
import { etcdCalls } from './etcd-calls.js';
import { waitingLog, type WaitingOptions } from './waiting.js';

/** Where objects are kept. Revisions of different stores have nothing to do with each other. */
export interface Stores {
  /** That of the resources for which there is no other one, and of what belongs to no resource. */
  readonly main: CachedStore;
  readonly of: (definition: ResourceDefinition) => CachedStore;
  /** Each of them once, the main one first. */
  readonly all: readonly CachedStore[];
  /** Reports why a start waits for the main store. */
  readonly onWaiting: (error: unknown) => void;
  /** The space of each store that keeps its own files. */
  readonly space: () => readonly StoreSpace[];
  /** Aborted, with the reason, when another process has taken a store over: what this server knows may be wrong from then on. */
  readonly lost: AbortSignal;
}

export interface StoresOptions extends Pick<OpenOptions, 'address'> {
  readonly definitions: readonly ResourceDefinition[];
  readonly logger: Logger;
  readonly metrics: ServerMetrics;
  readonly clock: () => number;
}

/** One store for all resources. */
export function singleStore(store: CachedStore): Stores {
  return {
    main: store,
    of: () => store,
    all: [store],
    onWaiting: () => undefined,
    space: () => [],
    lost: new AbortController().signal,
  };
}

/** Opens the stores that the options name. Throws Error with a sentence where an override is of a resource that there is not. */
export async function openStores(storage: StorageOptions, options: StoresOptions): Promise<Stores> {
  const { definitions, logger, metrics, clock, address } = options;
  const onError = throttled((error) => logger.warn({ error }, 'the store failed in the background'));
  const observe = etcdCalls(definitions, metrics);
  const onReload = storage.type === 'etcd' ? metrics.reloads.of('etcd-certfile') : undefined;
  const lost = new AbortController();
  const all: CachedStore[] = [];
  const reports: ((error: unknown) => void)[] = [];
  const spaces: (() => StoreSpace)[] = [];
  const storeOf = new Map<ResourceDefinition, CachedStore>();
  try {
    for (const place of storeGroupsOf(storage, definitions)) {
      const opened = await openStore(place.storage, {
        address,
        onError,
        onReload,
        onShortage: (shortage) => tellShortage(logger, shortage),
        onLost: (error) => lost.abort(error),
      });
      if ('space' in opened) spaces.push(opened.space);
      const observed = storage.type === 'etcd' ? observeStore(opened, { observe, clock }) : opened;
      const warn: WaitingOptions['warn'] = (fields, text) => logger.warn(fields, text);
      const onWaiting = waitingLog({ warn, place: storeText(place.storage), clock });
      const store = cacheInFront(observed, { definitions: place.definitions, logger, metrics, onWaiting });
      all.push(store);
      reports.push(onWaiting);
      for (const definition of place.definitions) storeOf.set(definition, store);
    }
    const [[main], [onWaiting]] = [all, reports];
    if (main === undefined || onWaiting === undefined) throw new Error('there is no store');
    return {
      main,
      all,
      of: (definition) => storeOf.get(definition) ?? main,
      onWaiting,
      space: () => spaces.map((space) => space()),
      lost: lost.signal,
    };
  } catch (error) {
    await closeStores(all);
    throw error;
  }
}

function tellShortage(logger: Logger, shortage: string | undefined): void {
  if (shortage === undefined) logger.warn('the store has space again');
  else logger.warn({ shortage }, 'the store is out of space: writes that need more are refused');
}

export async function closeStores(stores: readonly CachedStore[]): Promise<void> {
  await Promise.all(stores.map((store) => store.close()));
}

/** One store, and the resources whose objects it keeps. */
interface StoreGroup {
  readonly storage: StorageOptions;
  readonly definitions: readonly ResourceDefinition[];
}

function storeText(storage: StorageOptions): string {
  return storage.type === 'etcd' ? `etcd at ${storage.servers.join(', ')}` : 'the store';
}

/** The main place first. What has the same servers is one place. */
function storeGroupsOf(storage: StorageOptions, definitions: readonly ResourceDefinition[]): StoreGroup[] {
  if (storage.type !== 'etcd') return [{ storage, definitions }];
  const main = { servers: storage.servers, definitions: [] as ResourceDefinition[] };
  const places = new Map([[main.servers.join(), main]]);
  for (const override of storage.overrides ?? []) {
    const { servers } = override;
    const place = places.get(servers.join()) ?? { servers, definitions: [] };
    place.definitions.push(...keptTogether(override, definitions));
    places.set(servers.join(), place);
  }
  const placed = new Set([...places.values()].flatMap((place) => place.definitions));
  main.definitions.push(...definitions.filter((definition) => !placed.has(definition)));
  return [...places.values()].map(({ servers, ...place }) => ({ ...place, storage: { ...storage, servers } }));
}

/** A resource, and those whose objects are kept as its own. */
function keptTogether(
  { group, resource }: EtcdOverride,
  definitions: readonly ResourceDefinition[],
): ResourceDefinition[] {
  const isNamed = (named: GroupResource | undefined): boolean => named?.group === group && named.resource === resource;
  const kept = definitions.filter(({ storedAs, ...own }) => isNamed(storedAs ?? own));
  if (kept.length > 0) return kept;
  const home = definitions.find(isNamed)?.storedAs;
  const name = qualifiedResource({ group, resource });
  const why = home === undefined ? `there is no resource ${name}` : `${name} are kept as ${qualifiedResource(home)}`;
  throw new Error(`--etcd-servers-overrides: ${why}`);
}
