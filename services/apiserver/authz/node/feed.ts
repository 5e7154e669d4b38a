import type { PersistentVolume, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createFollower, type Follower } from '@pilothouse/storage/follow.js';
import type { Entry, Revision } from '@pilothouse/storage/store.js';
import { objectNameOf, type ObjectName } from '../../registry/attributes.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { claimedVolume, NO_REFERENCES, podReferences } from './references.js';
import {
  createNodeRelations,
  type BoundPod,
  type NodeRelations,
  type OwnedResource,
  type PodReferences,
} from './relations.js';

export interface NodeFeedOptions {
  readonly resources: readonly Resource[];
  readonly domain: Domain;
  /** The revision of this server's latest write of a core resource. */
  readonly latestWrite: (resource: string) => Revision;
  /** Called on failures, which are retried. */
  readonly onError: (error: unknown) => void;
  /** Stops the feed. */
  readonly signal: AbortSignal;
}

/** Keeps the relations of nodes in sync with the store. */
export interface NodeFeed extends Pick<NodeRelations, 'isRelated'> {
  /**
   * Resolves once everything has been read, with true; after a second with false. The first call starts the watches, so that
   * a cluster without kubelets does not pay for them.
   */
  readonly loaded: () => Promise<boolean>;
  /** Whether everything has been read. */
  readonly isLoaded: () => boolean;
  /** Resolves once this server's writes of pods are included, so that requests after their responses see them; after a second at the latest. */
  readonly caughtUp: () => Promise<void>;
}

/** Milliseconds to wait until the objects are read, and until a write is seen. */
const TIMEOUT = 1000;

export function createNodeFeed({ resources, domain, latestWrite, onError, signal }: NodeFeedOptions): NodeFeed {
  const relations = createNodeRelations();
  let followers: ReadonlyMap<string, Follower> | undefined;
  const isLoaded = (): boolean =>
    followers !== undefined && [...followers.values()].every(({ revision }) => revision() > 0);
  const until = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);

  /** Follows a collection. An object that cannot be read gives access to nothing. */
  function follow(group: string, resource: string, change: (read: Read) => void): [string, Follower] {
    const { store, definition, stored, attributesOf } = resourceNamed(resources, group, resource);
    const nameOf = objectNameOf(definition);
    const follower = createFollower({
      store,
      prefix: collectionPrefix(definition),
      change(key, entry) {
        const name = nameOf(key);
        try {
          change({ name, entry, fieldsOf: (each) => attributesOf(each).fields, decode: (each) => stored.decode(each) });
        } catch (error) {
          change({ name, entry: undefined, fieldsOf: () => ({}), decode: () => ({}) });
          onError(error);
        }
      },
      onError,
      signal,
    });
    return [resource, follower];
  }

  function boundPod({ entry, fieldsOf, decode }: Read): BoundPod | undefined {
    const node = entry === undefined ? '' : (fieldsOf(entry)['spec.nodeName'] ?? '');
    if (entry === undefined || node === '') return undefined;
    const read = (): PodReferences => {
      try {
        // Stored objects were decoded by the schema of their kind.
        return podReferences(decode(entry) as Pod, domain);
      } catch (error) {
        onError(error);
        return NO_REFERENCES;
      }
    };
    let references: PodReferences | undefined;
    return { node, references: () => (references ??= read()) };
  }

  function start(): ReadonlyMap<string, Follower> {
    const storage = domain.group('storage');
    const owned = (group: string, resource: OwnedResource): [string, Follower] =>
      follow(group, resource, ({ name, entry, decode }) => {
        const { spec } = (entry === undefined ? {} : decode(entry)) as { spec?: { nodeName?: string } };
        relations.setNodeOf(resource, name, spec?.nodeName);
      });
    const started = new Map([
      follow('', 'pods', (read) => relations.setPod(read.name, boundPod(read))),
      follow('', 'persistentvolumes', ({ name: { name }, entry, decode }) =>
        relations.setVolume(name, entry && claimedVolume(decode(entry) as PersistentVolume)),
      ),
      owned(storage, 'volumeattachments'),
      owned(domain.group('resource'), 'resourceslices'),
      owned(domain.group('certificates'), 'podcertificaterequests'),
    ]);
    for (const follower of started.values()) follower.start().catch(onError);
    return started;
  }

  return {
    isRelated: relations.isRelated,
    isLoaded,
    async loaded() {
      followers ??= start();
      const limit = until();
      await Promise.all([...followers.values()].map((follower) => follower.reached(1, limit)));
      return isLoaded();
    },
    async caughtUp() {
      const revision = latestWrite('pods');
      const pods = followers?.get('pods');
      if (pods !== undefined && pods.revision() < revision) await pods.reached(revision, until());
    },
  };
}

/** A change of a collection. */
interface Read {
  readonly name: ObjectName;
  /** Undefined if the object was deleted. */
  readonly entry: Entry | undefined;
  readonly fieldsOf: (entry: Entry) => Readonly<Record<string, string>>;
  readonly decode: (entry: Entry) => JsonObject;
}
