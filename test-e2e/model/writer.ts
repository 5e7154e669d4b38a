import { setTimeout as pause } from 'node:timers/promises';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { ClientOptions } from './client.js';
import type { ObjectState, WriteRecord } from './history.js';
import type { Random } from './random.js';
import { readObject } from './reader.js';
import { attempt, RETRY } from './recorder.js';
import { KEYS, LABEL, LABELS, mapsOf, objectOf, type Replica } from './replica.js';

/** Creates, changes and deletes objects with every verb until the signal is aborted. */
export async function runWriter(options: ClientOptions): Promise<void> {
  const { name, replicas, random, signal, known, pace } = options;
  for (let count = 1; !signal.aborted; count++) {
    if (pace > 0) await pause(random.between(0, 2 * pace));
    const key = random.pick(['model-a/n0', ...KEYS]);
    const replica = random.pick(replicas);
    const expected = random.chance(0.05) ? 0 : (known.get(key) ?? 0);
    const outcome =
      expected > 0 && random.chance(0.2)
        ? await remove(options, replica, key, expected)
        : await put(options, replica, { key, ...randomWrite(`${name}-${count}`, name, expected, random) });
    if (outcome !== 'acknowledged') {
      if (outcome === 'unknown') await pause(RETRY);
      const found = await readObject(options, replica, key, { type: 'mostRecent' });
      if (found !== undefined) known.set(key, found.object?.revision ?? 0);
    }
  }
}

type Put = Pick<WriteRecord, 'key' | 'expected' | 'effect'> & { readonly state: ObjectState };

/** Half of them with a precondition on the known version. A patch and an apply change a field that belongs to their writer. */
function randomWrite(id: string, writer: string, expected: number, random: Random): Omit<Put, 'key'> {
  const app = random.pick(LABELS);
  const labels = app === undefined ? {} : { [LABEL]: app };
  const fields = { [writer]: id };
  const kind = random.below(8);
  if (kind === 0) return { expected: undefined, effect: 'apply', state: { id, labels: {}, fields } };
  if (expected === 0 || kind > 3) return { expected, effect: 'replace', state: { id, labels } };
  if (kind === 1) return { expected: undefined, effect: 'change', state: { id, labels, fields } };
  if (kind === 2) return { expected, effect: 'change', state: { id, labels, fields } };
  return { expected: undefined, effect: 'replace', state: { id, labels } };
}

async function put(options: ClientOptions, replica: Replica, wanted: Put): Promise<WriteRecord['outcome']> {
  const { recorder, known, name: manager } = options;
  const { key, state } = wanted;
  const { maps } = mapsOf(replica, key);
  const began = recorder.tick();
  const result = await attempt(recorder, `the write ${state.id}`, (signal) => send(maps, wanted, { manager, signal }));
  const request = { ...wanted, replica: replica.index, began, ended: recorder.tick() };
  if (!result.ok) {
    recorder.writes.push({ ...request, outcome: result.outcome });
    return result.outcome;
  }
  const revision = Number(result.value.metadata.resourceVersion);
  recorder.writes.push({ ...request, outcome: 'acknowledged', revision });
  known.set(key, revision);
  return 'acknowledged';
}

/** Applies use force, so that they never conflict. */
function send(
  maps: Collection<ConfigMap>,
  { key, state, expected, effect }: Put,
  { manager, signal }: { readonly manager: string; readonly signal: AbortSignal },
): Promise<ConfigMap> {
  const object = objectOf(key, state);
  const { name = '', labels = {} } = object.metadata;
  const resourceVersion = expected === undefined ? {} : { resourceVersion: String(expected) };
  if (effect === 'apply') {
    const config = { metadata: { name }, ...(object.data && { data: object.data }) };
    return maps.apply(config, { fieldManager: manager, force: true, signal });
  }
  if (effect === 'change') {
    const value = { metadata: { labels, ...resourceVersion }, data: { ...object.data } };
    return maps.patch(name, { type: 'merge', value }, { signal });
  }
  if (expected === 0) return maps.create(object, { signal });
  return maps.update({ ...object, metadata: { ...object.metadata, ...resourceVersion } }, { signal });
}

async function remove(
  { recorder, known }: ClientOptions,
  replica: Replica,
  key: string,
  expected: number,
): Promise<WriteRecord['outcome']> {
  const { maps, name } = mapsOf(replica, key);
  const began = recorder.tick();
  const preconditions = { resourceVersion: String(expected) };
  const result = await attempt(recorder, `the deletion of ${key}`, (signal) =>
    maps.delete(name, { preconditions, signal }),
  );
  const outcome = result.ok ? 'acknowledged' : result.outcome;
  const ended = recorder.tick();
  recorder.writes.push({ key, state: undefined, expected, outcome, replica: replica.index, began, ended });
  if (result.ok) known.set(key, 0);
  return outcome;
}
