import { createFollower, type Follower, type FollowOptions } from '@pilothouse/storage/follow.js';
import type { Revision } from '@pilothouse/storage/store.js';
import { objectNameOf } from '../../registry/attributes.js';
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

/** Milliseconds that a write waits to be seen. */
const TIMEOUT = 1000;

export function createPolicyFeed({ group, onError, signal }: PolicyFeedOptions): PolicyFeed {
  const policy = createPolicy(group);
  const followers = new Map<string, Follower>();
  const every = (is: (follower: Follower) => boolean): boolean =>
    followers.size > 0 && [...followers.values()].every(is);

  /** An object that cannot be read gives nobody any right. */
  function changeOf(name: PolicyResource, { stored, definition }: Resource): FollowOptions['change'] {
    const place = objectNameOf(definition);
    return (key, entry) => {
      try {
        // What is stored there was decoded by the schema of its kind.
        policy.set(name, place(key), entry && (stored.decode(entry) as PolicyObjects[PolicyResource]));
      } catch (error) {
        policy.set(name, place(key), undefined);
        onError(error);
      }
    };
  }

  return {
    policy,
    isLoaded: () => every(({ revision }) => revision() > 0),
    isCurrent: () => every(({ isCurrent }) => isCurrent()),
    async start(resources) {
      for (const name of POLICY_RESOURCES) {
        const resource = resourceNamed(resources, group, name);
        const { store, definition } = resource;
        const change = changeOf(name, resource);
        followers.set(name, createFollower({ store, prefix: collectionPrefix(definition), change, onError, signal }));
      }
      await Promise.all([...followers.values()].map((follower) => follower.start()));
    },
    async settled(name, revision) {
      const follower = followers.get(name);
      if (follower === undefined || follower.revision() >= revision) return;
      await follower.reached(revision, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]));
    },
  };
}
