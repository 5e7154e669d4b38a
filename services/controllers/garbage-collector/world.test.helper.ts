import type { ObjectMeta, OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { apiVersionOf, type ResourceType } from '@pilothouse/client/resource-type.js';
import { createAbsentOwners } from './absent-owners.js';
import { checkObject, type CheckDeps } from './check.js';
import { createGraph } from './graph.js';
import { FOREGROUND, ORPHAN, ownersOf, type GraphObject, type Coordinates } from './object.js';
import type { ObjectApi, Policy, Result, Version } from './object-api.js';
import { orphanDependents } from './orphan.js';
import { servedTypes } from './types.js';

/** A namespaced and a cluster-scoped test type. */
export const things: ResourceType = {
  group: 'a.b',
  version: 'v1',
  resource: 'things',
  kind: 'Thing',
  scope: 'Namespaced',
};
export const zones: ResourceType = { group: 'a.b', version: 'v1', resource: 'zones', kind: 'Zone', scope: 'Cluster' };

/** A thing `uid` in the namespace `n`. Its name is `name-uid`, so that names and uids cannot be confused. */
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
  /** The API requests of the collector. */
  readonly log: string[];
  /** Reported owners in another namespace. */
  readonly misplaced: string[];
  readonly put: (object: GraphObject) => void;
  readonly delete: (uid: string, policy: Policy) => void;
  /** Runs all pending work to its end. Rejects if the work does not end. */
  readonly settle: () => Promise<void>;
  readonly deps: CheckDeps;
}

/**
 * An API server, its watches, and the collector's graph and steps, wired as in the controller. `random` (from 0 to below 1) selects
 * the next event; without it, events happen as early as possible.
 */
export function createWorld(random: () => number = () => 0): World {
  const objects = new Map<string, GraphObject>();
  const log: string[] = [];
  const misplaced: string[] = [];
  const queues = { check: new Set<string>(), orphan: new Set<string>() };
  const running = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  /** Pending events of each watch, in order. */
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
  const at = ({ type, namespace, name }: Coordinates): GraphObject | undefined =>
    [...objects.values()].find(
      (each) => each.type === type && each.metadata.name === name && (each.metadata.namespace ?? '') === namespace,
    );
  const change = async (
    coordinates: Coordinates,
    { uid, resourceVersion }: Version,
    next: (metadata: ObjectMeta) => ObjectMeta,
  ): Promise<Result> => {
    const object = at(coordinates);
    if (object === undefined) return 'gone';
    const { metadata } = object;
    if (metadata.uid !== uid || metadata.resourceVersion !== resourceVersion) return 'changed';
    const changed = next(metadata);
    if (changed !== metadata) store({ type: coordinates.type, metadata: changed });
    return 'done';
  };
  const api: ObjectApi = {
    async get(coordinates) {
      log.push(`get ${coordinates.name}`);
      return at(coordinates)?.metadata;
    },
    delete: (coordinates, live, policy) => {
      log.push(`delete ${coordinates.name} ${policy}`);
      return change(coordinates, live, (metadata) => deleted(metadata, policy));
    },
    patch: (coordinates, live, fields) => {
      const { ownerReferences, finalizers } = fields;
      const kept = ownerReferences?.map(({ uid, blockOwnerDeletion = false }) =>
        blockOwnerDeletion ? `${uid}!` : uid,
      );
      log.push(
        `patch ${coordinates.name} ${kept ? `owners [${kept.join()}]` : `finalizers [${finalizers?.join() ?? ''}]`}`,
      );
      return change(coordinates, live, (metadata) => ({ ...metadata, ...fields }));
    },
  };
  const absent = createAbsentOwners(3);
  const graph = createGraph({
    check: (uid) => queues.check.add(uid),
    orphan: (uid) => queues.orphan.add(uid),
    deleted: ({ type, metadata }) => {
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
    hasAllDependents: () => true,
    check: (uid) => queues.check.add(uid),
  };

  /** All events that can happen now. */
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
      throw new Error(`the work does not end: ${[...queues.check].join()}`);
    },
  };
}

/** The effect of a delete on an object. */
function deleted(metadata: ObjectMeta, policy: Policy): ObjectMeta {
  if (metadata.deletionTimestamp !== undefined) return metadata;
  const others = (metadata.finalizers ?? []).filter((finalizer) => finalizer !== FOREGROUND && finalizer !== ORPHAN);
  const own = { Background: [], Foreground: [FOREGROUND], Orphan: [ORPHAN] }[policy];
  return { ...metadata, deletionTimestamp: DELETED, finalizers: [...others, ...own] };
}

/** The uids of objects with those of their owners. */
export function remaining(objects: ReadonlyMap<string, GraphObject>): Record<string, readonly string[]> {
  return Object.fromEntries([...objects].map(([uid, object]) => [uid, ownersOf(object).map((each) => each.uid)]));
}
