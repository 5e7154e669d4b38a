import { createFollower, type Follower, type FollowOptions } from '@pilothouse/storage/follow.js';
import type { Revision } from '@pilothouse/storage/store.js';
import { objectNameOf } from '../../registry/attributes.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { createPolicy, type Policy, type PolicyObjects, type PolicyResource } from './policy.js';

const POLICY_RESOURCES: readonly PolicyResource[] = ['clusterroles', 'roles', 'clusterrolebindings', 'rolebindings'];

export interface PolicyFeedOptions {
  /** The group of the roles. */
  readonly group: string;
  /** Called on failures, which are retried. */
  readonly onError: (error: unknown) => void;
  /** Stops the feed. */
  readonly signal: AbortSignal;
}

/** Keeps a policy in sync with the store. */
export interface PolicyFeed {
  readonly policy: Policy;
  /** Whether all roles and bindings have been read. The policy stays in use while the store is unavailable. */
  readonly isLoaded: () => boolean;
  /** Whether the watches are running. */
  readonly isCurrent: () => boolean;
  /** Starts to follow the store. Resolves once everything has been read. */
  readonly start: (resources: readonly Resource[]) => Promise<void>;
  /**
   * Resolves once the policy includes a write of a role or binding, so that requests after its response see it; after a
   * second at the latest.
   */
  readonly settled: (resource: string, revision: Revision) => Promise<void>;
}

/** Milliseconds to wait until a write is seen. */
const TIMEOUT = 1000;

export function createPolicyFeed({ group, onError, signal }: PolicyFeedOptions): PolicyFeed {
  const policy = createPolicy(group);
  const followers = new Map<string, Follower>();
  const every = (is: (follower: Follower) => boolean): boolean =>
    followers.size > 0 && [...followers.values()].every(is);

  /** An undecodable object grants nothing. */
  function changeOf(name: PolicyResource, { stored, definition }: Resource): FollowOptions['change'] {
    const nameOf = objectNameOf(definition);
    return (key, entry) => {
      try {
        // Stored objects were decoded by the schema of their kind.
        policy.set(name, nameOf(key), entry && (stored.decode(entry) as PolicyObjects[PolicyResource]));
      } catch (error) {
        policy.set(name, nameOf(key), undefined);
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
