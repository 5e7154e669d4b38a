import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { configMaps } from '@pilothouse/client/core.js';
import type { Readable } from '@pilothouse/client/collection.js';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { ClientOptions } from './client.js';
import type { GetRecord, ListRecord, Scope, SeenObject, Version } from './history.js';
import type { Random } from './random.js';
import { attempt, RETRY, type Recorder } from './recorder.js';
import { isOfModel, KEYS, LABEL, mapsOf, NAMESPACES, seenObject, selectorsOf } from './replica.js';
import type { Replica, Replicas } from './replica.js';

/** Gets and lists with every option until the signal is aborted. */
export async function runReader(options: ClientOptions): Promise<void> {
  const { replicas, recorder, random, signal, pace } = options;
  let newest = 0;
  while (!signal.aborted) {
    if (pace > 0) await pause(random.between(0, 2 * pace));
    const replica = random.pick(replicas);
    const version = randomVersion(random, newest);
    if (random.chance(0.5)) {
      const get = version.type === 'exact' ? ({ type: 'mostRecent' } as const) : version;
      const found = await readObject(options, replica, random.pick(['model-a/n0', ...KEYS]), get);
      newest = Math.max(newest, found?.object?.revision ?? 0);
      if (found === undefined) await pause(RETRY);
    } else {
      const limit = random.chance(0.4) ? 1 + random.below(6) : undefined;
      const list = { scope: randomScope(random), version, limit };
      const found = await readList({ replicas, recorder, random }, replica, list);
      newest = Math.max(newest, found?.revision ?? 0);
      if (found === undefined) await pause(RETRY);
    }
  }
}

export function randomScope(random: Random): Scope {
  const namespace = random.pick([...NAMESPACES, undefined]);
  const app = random.pick(['x', 'y', undefined, undefined]);
  const name = random.chance(0.15) ? 'n0' : undefined;
  return {
    ...(namespace !== undefined && { namespace }),
    ...(app !== undefined && { label: { key: LABEL, value: app } }),
    ...(name !== undefined && { name }),
  };
}

function randomVersion(random: Random, newest: number): Version {
  const kind = random.below(10);
  if (kind < 5 || newest === 0) return { type: 'mostRecent' };
  if (kind < 6) return { type: 'atLeast', revision: 0 };
  if (kind < 8) return { type: 'atLeast', revision: newest };
  return { type: 'exact', revision: Math.max(1, newest - random.below(30)) };
}

/** Undefined if it was rejected. */
export async function readObject(
  { recorder }: Pick<ClientOptions, 'recorder'>,
  replica: Replica,
  key: string,
  version: Version,
): Promise<GetRecord | undefined> {
  const { maps, name } = mapsOf(replica, key);
  const resourceVersion = version.type === 'mostRecent' ? {} : { resourceVersion: String(version.revision) };
  const began = recorder.tick();
  const result = await attempt(recorder, `the get of ${key}`, (signal) =>
    maps.get(name, { ...resourceVersion, signal }),
  );
  const request = { key, version, replica: replica.index, began, ended: recorder.tick() };
  const isMissing = !result.ok && result.error instanceof StatusError && result.error.reason === 'NotFound';
  if (!result.ok && !isMissing) {
    recorder.refused += 1;
    return undefined;
  }
  const record = { ...request, object: result.ok ? seenObject(result.value) : undefined };
  recorder.gets.push(record);
  return record;
}

export interface Wanted {
  readonly scope: Scope;
  readonly version: Version;
  /** Objects on a page; no paging when undefined. */
  readonly limit: number | undefined;
}

/** All pages of a list, each from any replica. Undefined if it was rejected or expired between pages. */
export async function readList(
  { replicas, recorder, random }: { readonly replicas: Replicas; readonly recorder: Recorder; readonly random: Random },
  replica: Replica,
  { scope, version, limit }: Wanted,
): Promise<ListRecord | undefined> {
  const selectors = selectorsOf(scope);
  const page = limit === undefined ? {} : { limit };
  const objects: SeenObject[] = [];
  const began = recorder.tick();
  const what = `the list ${JSON.stringify({ ...scope, version, limit })}`;
  const first = await attempt(recorder, what, (signal) =>
    readableOf(replica, scope).list({ ...selectors, ...versionQuery(version), ...page, signal }),
  );
  const ended = recorder.tick();
  for (let result = first; ;) {
    if (!result.ok) {
      if (result.error instanceof StatusError && result.error.code === 410) recorder.expired += 1;
      else recorder.refused += 1;
      return undefined;
    }
    const { items, resourceVersion, continue: token } = result.value;
    objects.push(...items.map(seenObject).filter(({ key }) => isOfModel(key)));
    const revision = Number(resourceVersion);
    if (first.ok && resourceVersion !== first.value.resourceVersion) {
      recorder.wrongAnswers.push(`${what} is of ${first.value.resourceVersion} and a later page of ${revision}`);
    }
    if (token === undefined) {
      const record = { scope, version, revision, objects, began, ended, replica: replica.index };
      recorder.lists.push(record);
      return record;
    }
    const next = random.pick(replicas);
    result = await attempt(recorder, `a page of ${what}`, (signal) =>
      readableOf(next, scope).list({ ...selectors, ...page, continue: token, signal }),
    );
  }
}

function readableOf(replica: Replica, { namespace }: Scope): Readable<ConfigMap> {
  const all = replica.client().of(configMaps);
  return namespace === undefined ? all : all.namespace(namespace);
}

function versionQuery(version: Version): { resourceVersion?: string; resourceVersionMatch?: 'Exact' | 'NotOlderThan' } {
  if (version.type === 'mostRecent') return {};
  const resourceVersionMatch = version.type === 'exact' ? 'Exact' : 'NotOlderThan';
  return { resourceVersion: String(version.revision), resourceVersionMatch };
}
