import { setTimeout } from 'node:timers/promises';
import type { Entry, Revision } from '@pilothouse/storage/store.js';
import { placeOf } from '../../registry/attributes.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { createPolicy, type Policy, type PolicyObjects, type PolicyResource } from './policy.js';

const POLICY_RESOURCES: readonly PolicyResource[] = ['clusterroles', 'roles', 'clusterrolebindings', 'rolebindings'];

export interface PolicyFeedOptions {
  /** That of the roles. */
  readonly group: string;
  /** Told of failures; they are tried again. */
  readonly onError: (error: unknown) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Keeps a policy as the store has it. */
export interface PolicyFeed {
  readonly policy: Policy;
  /** Whether all roles and bindings have been read. What was read is believed also while the store cannot be reached. */
  readonly isLoaded: () => boolean;
  /** Whether every change is seen as it comes. */
  readonly isCurrent: () => boolean;
  /** Begins to follow the store. Resolves once everything has been read. */
  readonly start: (resources: readonly Resource[]) => Promise<void>;
  /**
   * Resolves once a write of a role or binding is in the policy, so that whoever is answered after it finds it decided by;
   * after a second at the latest.
   */
  readonly settled: (resource: string, revision: Revision) => Promise<void>;
}

/** Milliseconds until a store that failed is asked again. */
const RETRY_AFTER = 500;
/** Milliseconds that a write waits to be seen. */
const PATIENCE = 1000;

export function createPolicyFeed({ group, onError, signal }: PolicyFeedOptions): PolicyFeed {
  const policy = createPolicy(group);
  const followers = new Map<string, Follower>(POLICY_RESOURCES.map((name) => [name, createFollower(name, signal)]));
  const every = (is: (follower: Follower) => boolean): boolean => [...followers.values()].every(is);

  async function follow(resource: Resource, follower: Follower): Promise<void> {
    while (!signal.aborted) {
      try {
        await load(resource, follower);
        await watch(resource, follower);
        // A watch that ends by itself has nothing to follow any more.
        return;
      } catch (error) {
        if (!signal.aborted) onError(error);
      } finally {
        follower.isCurrent = false;
      }
      await setTimeout(RETRY_AFTER, undefined, { ref: false });
    }
  }

  async function load(resource: Resource, follower: Follower): Promise<void> {
    const { store, definition } = resource;
    const { entries, revision } = await store.list(collectionPrefix(definition), { signal: follower.signal });
    const gone = new Set(follower.keys);
    for (const entry of entries) gone.delete(entry.key);
    for (const key of gone) change(resource, follower, key, undefined);
    for (const entry of entries) change(resource, follower, entry.key, entry);
    follower.isCurrent = true;
    follower.advance(revision);
  }

  async function watch(resource: Resource, follower: Follower): Promise<void> {
    const prefix = collectionPrefix(resource.definition);
    for await (const batch of resource.store.watch(prefix, {
      from: follower.revision() + 1,
      signal: follower.signal,
    })) {
      for (const event of batch.events) {
        if (event.type === 'put') change(resource, follower, event.entry.key, event.entry);
        else change(resource, follower, event.key, undefined);
      }
      follower.advance(batch.revision);
    }
  }

  /** An object that cannot be read gives nobody any right. */
  function change(
    { stored, definition }: Resource,
    { name, keys }: Follower,
    key: string,
    entry: Entry | undefined,
  ): void {
    const place = placeOf(definition)(key);
    if (entry === undefined) keys.delete(key);
    else keys.add(key);
    try {
      // What is stored there was decoded by the schema of its kind.
      policy.set(name, place, entry && (stored.decode(entry) as PolicyObjects[PolicyResource]));
    } catch (error) {
      policy.set(name, place, undefined);
      onError(error);
    }
  }

  return {
    policy,
    isLoaded: () => every(({ revision }) => revision() > 0),
    isCurrent: () => every(({ isCurrent }) => isCurrent),
    async start(resources) {
      for (const follower of followers.values()) {
        follow(resourceNamed(resources, group, follower.name), follower).catch(onError);
      }
      await Promise.all([...followers.values()].map((follower) => follower.reached(1, follower.signal)));
    },
    async settled(name, revision) {
      const follower = followers.get(name);
      if (follower === undefined || follower.revision() >= revision) return;
      await follower.reached(revision, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]));
    },
  };
}

/** How far one resource has been read. */
interface Follower {
  readonly name: PolicyResource;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Those of the objects that there are. */
  readonly keys: Set<string>;
  isCurrent: boolean;
  /** 0 before the first time. */
  readonly revision: () => Revision;
  readonly advance: (revision: Revision) => void;
  /** Resolves once it has come so far, or the signal is aborted. */
  readonly reached: (revision: Revision, until: AbortSignal) => Promise<void>;
}

function createFollower(name: PolicyResource, signal: AbortSignal): Follower {
  let at = 0;
  const waiting = new Set<{ readonly revision: Revision; readonly resolve: () => void }>();
  return {
    name,
    // One of its own, since Node takes many listeners of one signal for a leak.
    signal: AbortSignal.any([signal]),
    keys: new Set(),
    isCurrent: false,
    revision: () => at,
    advance(revision) {
      at = Math.max(at, revision);
      for (const waiter of waiting) if (waiter.revision <= at) waiter.resolve();
    },
    async reached(revision, until) {
      if (at >= revision || until.aborted) return;
      await new Promise<void>((done) => {
        const resolve = (): void => {
          waiting.delete(waiter);
          until.removeEventListener('abort', resolve);
          done();
        };
        const waiter = { revision, resolve };
        waiting.add(waiter);
        until.addEventListener('abort', resolve, { once: true });
      });
    },
  };
}
