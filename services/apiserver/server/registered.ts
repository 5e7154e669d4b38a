import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import { createStretches } from '@pilothouse/runtime/event-loop/stretches.js';
import { withWriteHook, trackWrites, type TrackedWrites } from '@pilothouse/storage/write-hook.js';
import type { Revision, Store } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Environment } from '../registry/environment.js';
import { createResources, type Resource } from '../registry/resource.js';
import { createKeyedMutex } from '../registry/keyed-mutex.js';
import { isBoundObjectResource } from '../serviceaccount/bound-objects.js';
import type { Stores } from './stores.js';

export interface RegisterOptions {
  readonly stores: Stores;
  readonly environment: Environment;
  /**
   * Gets what a write of a resource waits for before it is answered: the view of this server by which requests are decided, such as
   * that of roles. Undefined where there is none.
   */
  readonly viewOf: (definition: ResourceDefinition) => View | undefined;
}

/** Resolves once the view has come so far, or its patience is at an end. */
export type View = (revision: Revision) => Promise<void>;

/** Every built-in resource in each of its versions, and what is known of this server's own writes. */
export interface Registered {
  readonly resources: readonly Resource[];
  /** A resource in each of its versions: the same objects for the same definition. */
  readonly resourcesOf: (definition: ResourceDefinition) => readonly Resource[];
  /** Those of the core group, by name. */
  readonly core: ReadonlyMap<string, Resource>;
  /** The newest revision at which this server has written an object of a resource of the core group; noted of namespaces, and of what tokens stand or fall by. */
  readonly latestWrite: (resource: string) => Revision;
}

/** Puts the resources over a store. */
export function registerResources(definitions: readonly ResourceDefinition[], options: RegisterOptions): Registered {
  const { stores, environment, viewOf } = options;
  const noted = new Map<string, TrackedWrites>();
  const storeOf = (definition: ResourceDefinition): Store => {
    const store = stores.of(definition);
    const view = viewOf(definition);
    if (view !== undefined) return withWriteHook(store, view);
    if (!isBoundObjectResource(definition) && !isNamespaces(definition)) return store;
    const notes = trackWrites(store);
    noted.set(definition.resource, notes);
    return notes.store;
  };
  const turns = createKeyedMutex();
  const stretches = createStretches(() => performance.now());
  const builtIn = new Set(definitions);
  const resourcesOf = keyed((definition: ResourceDefinition): readonly Resource[] => {
    // Only built-in kinds keep objects for one another.
    const relatives = builtIn.has(definition) ? definitions : [definition];
    const store = storeOf(definition);
    return createResources(definition, { store, environment, turns, stretches, definitions: relatives });
  });
  const resources = definitions.flatMap(resourcesOf);
  const core = resources.filter(({ definition }) => definition.group === '');
  return {
    resources,
    resourcesOf,
    core: new Map(core.map((resource) => [resource.definition.resource, resource])),
    latestWrite: (resource) => noted.get(resource)?.latest() ?? 0,
  };
}

function isNamespaces({ group, resource }: GroupResource): boolean {
  return group === '' && resource === 'namespaces';
}
