import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { trackWrites, withWriteHook } from '@pilothouse/storage/write-hook.js';
import type { Revision, Store } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Claims } from '../registry/claims.js';
import type { Environment } from '../registry/environment.js';
import { collectionPrefix } from '../registry/keys.js';
import { createResources, type Resource } from '../registry/resource.js';
import { createKeyedMutex } from '../registry/keyed-mutex.js';
import type { Stores } from './stores/stores.js';

export interface RegisterOptions {
  readonly stores: Stores;
  /** Returns the store of a resource whose objects are computed; undefined for the others. None are computed when absent. */
  readonly computedStoreOf?: (definition: ResourceDefinition) => Store | undefined;
  readonly environment: Environment;
  /**
   * Read-your-writes: returns the view that a write waits for before its response, such as the roles that authorization uses.
   * Undefined if the resource has no view.
   */
  readonly viewOf: (definition: ResourceDefinition) => View | undefined;
  /** Values that the objects of a resource take from shared pools. */
  readonly claimsOf?: (definition: ResourceDefinition) => Claims | undefined;
}

/** Resolves when the view has reached the revision, or after a timeout. */
export type View = (revision: Revision) => Promise<void>;

/** Resources over their stores, in each version, and the latest writes of this server. */
export interface Registered {
  readonly resources: readonly Resource[];
  /** Resource in each of its versions. The same definition returns the same objects. */
  readonly resourcesOf: (definition: ResourceDefinition) => readonly Resource[];
  /** Resources of the core group, by name. */
  readonly core: ReadonlyMap<string, Resource>;
  /** Tracks, from now on, the latest revision at which this server writes to the collection of a definition. */
  readonly latestWriteOf: (definition: ResourceDefinition) => () => Revision;
}

/** Creates the resources over their stores. */
export function registerResources(definitions: readonly ResourceDefinition[], options: RegisterOptions): Registered {
  const { stores, computedStoreOf, environment, viewOf, claimsOf } = options;
  const tracked = keyed(trackWrites);
  const storeOf = (definition: ResourceDefinition): Store => {
    const computed = computedStoreOf?.(definition);
    if (computed !== undefined) return computed;
    const { store } = tracked(stores.of(definition));
    const view = viewOf(definition);
    return view === undefined ? store : withWriteHook(store, view);
  };
  const mutex = createKeyedMutex();
  const maybeYield = createYielder(() => performance.now());
  const builtIn = new Set(definitions);
  const resourcesOf = keyed((definition: ResourceDefinition): readonly Resource[] => {
    // Only built-in kinds store objects of each other.
    const collectionMembers = builtIn.has(definition) ? definitions : [definition];
    const store = storeOf(definition);
    const claims = claimsOf?.(definition);
    return createResources(definition, {
      store,
      environment,
      mutex,
      maybeYield,
      ...(claims && { claims }),
      definitions: collectionMembers,
    });
  });
  const resources = definitions.flatMap(resourcesOf);
  const core = resources.filter(({ definition }) => definition.group === '');
  return {
    resources,
    resourcesOf,
    core: new Map(core.map((resource) => [resource.definition.resource, resource])),
    latestWriteOf: (definition) => tracked(stores.of(definition)).track(collectionPrefix(definition)),
  };
}
