import { setTimeout as pause } from 'node:timers/promises';
import type { ClientOptions } from './client.js';
import type { ObjectState, WriteRecord } from './history.js';
import type { Random } from './random.js';
import { readObject } from './reader.js';
import { attempt, RETRY } from './recorder.js';
import { KEYS, LABEL, LABELS, mapsOf, objectOf, type Replica } from './replica.js';

/** Creates, changes and deletes objects until it is told to stop. */
export async function runWriter(options: ClientOptions): Promise<void> {
  const { name, replicas, random, signal, known } = options;
  for (let count = 1; !signal.aborted; count++) {
    const key = random.pick(['model-a/n0', ...KEYS]);
    const replica = random.pick(replicas);
    const expected = random.chance(0.05) ? 0 : (known.get(key) ?? 0);
    const outcome =
      expected > 0 && random.chance(0.25)
        ? await remove(options, replica, key, expected)
        : await put(options, replica, { key, expected, state: newState(`${name}-${count}`, random) });
    if (outcome !== 'acknowledged') {
      if (outcome === 'unknown') await pause(RETRY);
      const found = await readObject(options, replica, key, { type: 'mostRecent' });
      if (found !== undefined) known.set(key, found.object?.revision ?? 0);
    }
  }
}

function newState(id: string, random: Random): ObjectState {
  const app = random.pick(LABELS);
  return { id, labels: app === undefined ? {} : { [LABEL]: app } };
}

type Put = Pick<WriteRecord, 'key' | 'expected'> & { readonly state: ObjectState };

async function put(options: ClientOptions, replica: Replica, wanted: Put): Promise<WriteRecord['outcome']> {
  const { recorder, known } = options;
  const { key, state, expected } = wanted;
  const { maps } = mapsOf(replica, key);
  const object = objectOf(key, state);
  const began = recorder.tick();
  const result = await attempt(recorder, `the write ${state.id}`, (signal) => {
    if (expected === 0) return maps.create(object, { signal });
    return maps.update({ ...object, metadata: { ...object.metadata, resourceVersion: String(expected) } }, { signal });
  });
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
