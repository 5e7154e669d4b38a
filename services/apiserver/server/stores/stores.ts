import { qualifiedResource, type GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import type { StoreSpace } from '@pilothouse/storage/embedded/store.js';
import { observeStore } from '@pilothouse/storage/observed.js';
import { openStore, type OpenOptions } from '@pilothouse/storage/open.js';
import type { RemoteHolder } from '@pilothouse/storage/remote/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { DEFAULT_FEATURES } from '../../features/gates.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import type { EncryptionOptions } from '../../options/encryption.js';
import type { EtcdOverride } from '../../options/etcd-overrides.js';
import type { ServerOptions, StorageOptions } from '../../options/server-options.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { cacheInFront } from './cache.js';
import type { EncryptionParts, StoreEncryption } from './encryption.js';
import { etcdCalls } from './etcd-calls.js';
import { holdStore, storeErrors } from './held.js';
import { waitingLog, type WaitingOptions } from './waiting.js';

/** Stores of the objects. Revisions of different stores are unrelated. */
export interface Stores {
  /** Store of resources without an override, and of data that belong to no resource. */
  readonly main: CachedStore;
  readonly of: (definition: ResourceDefinition) => CachedStore;
  /** All stores, the main one first. */
  readonly all: readonly CachedStore[];
  /** Reports why a start waits for the main store. */
  readonly onWaiting: (error: unknown) => void;
  /** Space of each embedded store. */
  readonly space: () => Promise<readonly StoreSpace[]>;
  /** The health checks of the key services; absent without encryption. */
  readonly keyChecks?: StoreEncryption['checks'];
  /** Aborted, with the reason, when another process takes over a store. The state of this server may then be stale. */
  readonly lost: AbortSignal;
}

export interface StoresOptions extends Pick<OpenOptions, 'address'>, Pick<EncryptionParts, 'domain'> {
  readonly definitions: readonly ResourceDefinition[];
  readonly logger: Logger;
  readonly metrics: ServerMetrics;
  readonly clock: () => number;
  /** Called while an embedded store is read, with bytes. */
  readonly onBytes?: OpenOptions['onBytes'] | undefined;
  /** Whether calls are parts of traces. */
  readonly isTraced?: boolean;
  /** The store of the process that holds it, in a server of several workers that is not on etcd. */
  readonly remote?: Pick<RemoteHolder, 'store' | 'lost'> | undefined;
}

const UNTRACED = { traceStore: (store: Store): Store => store, traceCache: (cache: CachedStore): CachedStore => cache };

/** Stores with one store for all resources. */
export function singleStore(store: CachedStore): Stores {
  return {
    main: store,
    of: () => store,
    all: [store],
    onWaiting: () => undefined,
    space: async () => [],
    lost: new AbortController().signal,
  };
}

/** Opens the stores of the options. Throws Error if an override names an unknown resource, or if the encryption is invalid. */
export async function openStores(
  {
    storage,
    encryption: encrypts,
    features = DEFAULT_FEATURES,
  }: Pick<ServerOptions, 'storage' | 'encryption' | 'features'>,
  options: StoresOptions,
): Promise<Stores> {
  const { definitions, logger, metrics, clock, address, isTraced = false, onBytes, remote } = options;
  const encryption = encrypts && (await encryptionOf(encrypts, options));
  const { traceStore, traceCache } = isTraced ? await import('@pilothouse/storage/traced.js') : UNTRACED;
  const onError = storeErrors(logger);
  const observe = etcdCalls(definitions, metrics);
  const onReload = storage.type === 'etcd' ? metrics.reloads.of('etcd-certfile') : undefined;
  let lost = new AbortController().signal;
  const all: CachedStore[] = [];
  const reports: ((error: unknown) => void)[] = [];
  const spaces: (() => Promise<StoreSpace>)[] = [];
  const storeOf = new Map<ResourceDefinition, CachedStore>();
  try {
    for (const group of storeGroupsOf(storage, definitions)) {
      let opened: Store;
      if (group.storage.type === 'etcd') {
        opened = observeStore(await openStore(group.storage, { address, onError, onReload }), { observe, clock });
      } else {
        const erasure = encryption?.erasure;
        const held = remote ?? (await holdStore(group.storage, { address, logger, onError, onBytes, erasure }));
        opened = held.store;
        ({ lost } = held);
        spaces.push(async () => held.store.space());
      }
      const warn: WaitingOptions['warn'] = (fields, text) => logger.warn(fields, text);
      const onWaiting = waitingLog({ warn, store: storeText(group.storage), clock });
      const encrypted = encryption?.inFrontOf(opened, keyPrefix(storage)) ?? opened;
      // As in Kubernetes, the encryption is a part of the call of the store.
      const traced = traceStore(encrypted, storage.type === 'etcd' ? 'etcd3' : storage.type);
      const cached = cacheInFront(traced, {
        definitions: group.definitions,
        logger,
        metrics,
        onWaiting,
        verifies: features.DetectCacheInconsistency,
      });
      const store = traceCache(cached);
      all.push(store);
      reports.push(onWaiting);
      for (const definition of group.definitions) storeOf.set(definition, store);
    }
    const [[main], [onWaiting]] = [all, reports];
    if (main === undefined || onWaiting === undefined) throw new Error('there is no store');
    return {
      main,
      all,
      of: (definition) => storeOf.get(definition) ?? main,
      onWaiting,
      space: () => Promise.all(spaces.map((space) => space())),
      lost,
      ...(encryption && { keyChecks: encryption.checks }),
    };
  } catch (error) {
    encryption?.close();
    await closeStores(all);
    throw error;
  }
}

/** Loads the code of the encryption only if it is configured. */
async function encryptionOf(options: EncryptionOptions, parts: EncryptionParts): Promise<StoreEncryption> {
  const { openStoreEncryption } = await import('./encryption.js');
  return openStoreEncryption(options, parts);
}

/** What precedes keys in the backend. The embedded store's keys count as those of etcd's default prefix, so that values can move. */
function keyPrefix(storage: StorageOptions): string {
  return storage.type === 'etcd' ? storage.prefix : DEFAULT_PREFIX;
}

const DEFAULT_PREFIX = '/registry';

export async function closeStores(stores: readonly CachedStore[]): Promise<void> {
  await Promise.all(stores.map((store) => store.close()));
}

/** A store and its resources. */
interface StoreGroup {
  readonly storage: StorageOptions;
  readonly definitions: readonly ResourceDefinition[];
}

function storeText(storage: StorageOptions): string {
  return storage.type === 'etcd' ? `etcd at ${storage.servers.join(', ')}` : 'the store';
}

/** The main store first. Overrides with the same servers share a store. */
function storeGroupsOf(storage: StorageOptions, definitions: readonly ResourceDefinition[]): StoreGroup[] {
  if (storage.type !== 'etcd') return [{ storage, definitions }];
  const main = { servers: storage.servers, definitions: [] as ResourceDefinition[] };
  const groups = new Map([[main.servers.join(), main]]);
  for (const override of storage.overrides ?? []) {
    const { servers } = override;
    const group = groups.get(servers.join()) ?? { servers, definitions: [] };
    group.definitions.push(...keptTogether(override, definitions));
    groups.set(servers.join(), group);
  }
  const assigned = new Set([...groups.values()].flatMap((group) => group.definitions));
  main.definitions.push(...definitions.filter((definition) => !assigned.has(definition)));
  return [...groups.values()].map(({ servers, ...group }) => ({ ...group, storage: { ...storage, servers } }));
}

/** A resource, and those whose objects it stores. */
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
