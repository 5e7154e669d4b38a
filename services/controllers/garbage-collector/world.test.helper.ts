import type { ObjectMeta, OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { apiVersionOf, type ResourceType } from '@pilothouse/client/resource-type.js';
import { createAbsentOwners } from './absent-owners.js';
import { checkObject, type CheckDeps } from './check.js';
import { createGraph } from './graph.js';
import { FOREGROUND, ORPHAN, ownersOf, type GraphObject, type Place } from './object.js';
import type { ObjectApi, Policy, Result, Version } from './object-api.js';
import { orphanDependents } from './orphan.js';
import { servedTypes } from './types.js';

/** Types of the tests: one in namespaces, one in none. */
export const things: ResourceType = {
  group: 'a.b',
  version: 'v1',
  resource: 'things',
  kind: 'Thing',
  scope: 'Namespaced',
};
export const zones: ResourceType = { group: 'a.b', version: 'v1', resource: 'zones', kind: 'Zone', scope: 'Cluster' };

/** A thing `uid` in the namespace `n`, or elsewhere. Its name is `name-uid`, so that nothing takes one for the other. */
export function thing(uid: string, owners: readonly OwnerReference[] = [], metadata: ObjectMeta = {}): GraphObject {
  return objectOf(things, { uid, namespace: 'n', ...metadata }, owners);
}

export function zone(uid: string, owners: readonly OwnerReference[] = [], metadata: ObjectMeta = {}): GraphObject {
  return objectOf(zones, { uid, ...metadata }, owners);
}

function objectOf(type: ResourceType, metadata: ObjectMeta, owners: readonly OwnerReference[]): GraphObject {
  const { uid = '' } = metadata;
  const ownerReferences = owners.length > 0 ? { ownerReferences: [...owners] } : {};
  return { type, metadata: { name: `name-${uid}`, resourceVersion: '1', ...ownerReferences, ...metadata } };
}

export function owner(uid: string, rest: Partial<OwnerReference> = {}, type = things): OwnerReference {
  return { apiVersion: apiVersionOf(type), kind: type.kind, name: `name-${uid}`, uid, ...rest };
}

export const blocking = { blockOwnerDeletion: true };
export const DELETED = '2026-01-02T03:04:05Z';

export interface World {
  readonly objects: ReadonlyMap<string, GraphObject>;
  /** What the collector asked of the API. */
  readonly log: string[];
  /** Owners in the wrong place, as they were told of. */
  readonly misplaced: string[];
  readonly put: (object: GraphObject) => void;
  readonly delete: (uid: string, policy: Policy) => void;
  /** Lets everything happen that has been set off, until there is nothing more; rejects where that does not come. */
  readonly settle: () => Promise<void>;
  readonly deps: CheckDeps;
}

/**
 * An API server, its watches, and the collector's graph and steps, as the controller puts them together. What comes
 * next is chosen by `random` (from 0 to below 1); where there is none, everything comes as early as it can.
 */
export function createWorld(random: () => number = () => 0): World {
  const objects = new Map<string, GraphObject>();
  const log: string[] = [];
  const misplaced: string[] = [];
  const queues = { check: new Set<string>(), orphan: new Set<string>() };
  const running = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  /** Each watch in its own order. */
  const watches = new Map<ResourceType, (() => void)[]>([
    [things, []],
    [zones, []],
  ]);
  let version = 1;

  const store = ({ type, metadata }: GraphObject): void => {
    const { uid = '' } = metadata;
    const object = { type, metadata: { ...metadata, resourceVersion: String(++version) } };
    const isOver = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
    if (isOver) objects.delete(uid);
    else objects.set(uid, object);
    watches.get(type)?.push(() => (isOver ? graph.remove(uid) : graph.observe(object)));
  };
  const at = ({ type, namespace, name }: Place): GraphObject | undefined =>
    [...objects.values()].find(
      (each) => each.type === type && each.metadata.name === name && (each.metadata.namespace ?? '') === namespace,
    );
  const change = async (
    place: Place,
    { uid, resourceVersion }: Version,
    next: (metadata: ObjectMeta) => ObjectMeta,
  ): Promise<Result> => {
    const object = at(place);
    if (object === undefined) return 'gone';
    const { metadata } = object;
    if (metadata.uid !== uid || metadata.resourceVersion !== resourceVersion) return 'changed';
    const changed = next(metadata);
    if (changed !== metadata) store({ type: place.type, metadata: changed });
    return 'done';
  };
  const api: ObjectApi = {
    async get(place) {
      log.push(`get ${place.name}`);
      return at(place)?.metadata;
    },
    delete: (place, live, policy) => {
      log.push(`delete ${place.name} ${policy}`);
      return change(place, live, (metadata) => deleted(metadata, policy));
    },
    patch: (place, live, fields) => {
      const { ownerReferences, finalizers } = fields;
      const kept = ownerReferences?.map(({ uid, blockOwnerDeletion = false }) =>
        blockOwnerDeletion ? `${uid}!` : uid,
      );
      log.push(`patch ${place.name} ${kept ? `owners [${kept.join()}]` : `finalizers [${finalizers?.join() ?? ''}]`}`);
      return change(place, live, (metadata) => ({ ...metadata, ...fields }));
    },
  };
  const absent = createAbsentOwners(3);
  const graph = createGraph({
    check: (uid) => queues.check.add(uid),
    orphan: (uid) => queues.orphan.add(uid),
    gone: ({ type, metadata }) => {
      const { name = '', namespace = '', uid = '' } = metadata;
      absent.add({ type, name, namespace }, uid);
    },
    misplaced: ({ metadata }, reference) => misplaced.push(`${metadata.uid ?? ''} names ${reference.uid}`),
  });
  const deps: CheckDeps = {
    graph,
    absent,
    api,
    typeOf: servedTypes([things, zones].map((type) => ({ type, verbs: [] }))).typeOf,
    knowsDependents: () => true,
    check: (uid) => queues.check.add(uid),
  };

  /** Whatever can happen now. */
  const next = (): (() => void)[] => {
    const pending: (() => void)[] = [];
    for (const events of watches.values()) if (events.length > 0) pending.push(() => events.shift()?.());
    for (const name of ['check', 'orphan'] as const) {
      const queue = queues[name];
      for (const uid of queue) {
        const key = `${name} ${uid}`;
        if (running.has(key)) continue;
        pending.push(() => {
          queue.delete(uid);
          const work = name === 'check' ? checkObject(deps, uid) : orphanDependents(deps, uid);
          const ended = work.then(
            (outcome) => void (outcome !== 'done' && queue.add(uid)),
            (error: unknown) => void failures.push(error),
          );
          running.set(
            key,
            ended.finally(() => running.delete(key)),
          );
        });
      }
    }
    return pending;
  };

  return {
    objects,
    log,
    misplaced,
    deps,
    put: store,
    delete(uid, policy) {
      const object = objects.get(uid);
      if (object) store({ type: object.type, metadata: deleted(object.metadata, policy) });
    },
    async settle() {
      for (let steps = 0; steps < 20_000; steps++) {
        const pending = next();
        if (pending.length === 0 && running.size === 0) {
          if (failures.length > 0) throw new AggregateError(failures, 'steps failed');
          return;
        }
        pending[Math.floor(random() * pending.length)]?.();
        for (let turns = Math.floor(random() * 4) + 1; turns > 0; turns--) await Promise.resolve();
      }
      throw new Error(`it does not come to rest: ${[...queues.check].join()}`);
    },
  };
}

/** What a delete makes of an object. */
function deleted(metadata: ObjectMeta, policy: Policy): ObjectMeta {
  if (metadata.deletionTimestamp !== undefined) return metadata;
  const others = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== FOREGROUND && finalizer !== ORPHAN);
  const own = { Background: [], Foreground: [FOREGROUND], Orphan: [ORPHAN] }[policy];
  return { ...metadata, deletionTimestamp: DELETED, finalizers: [...others, ...own] };
}

/** The uids of objects, each with those of its owners. */
export function remaining(objects: ReadonlyMap<string, GraphObject>): Record<string, readonly string[]> {
  return Object.fromEntries([...objects].map(([uid, object]) => [uid, ownersOf(object).map((each) => each.uid)]));
}
