import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { WatchOptions } from '@pilothouse/client/options.js';
import type { ApiObject, ResourceType } from '@pilothouse/client/resource-type.js';
import { createGraph } from './graph.js';
import { createMonitors, type Monitors } from './monitors.js';
import type { GraphObject } from './object.js';
import { owner, thing, things, zone, zones } from './world.test.helper.js';

interface Bench {
  readonly monitors: Monitors;
  /** The graph's objects with the version of their type; `?` for virtual nodes. */
  readonly seen: () => string[];
  readonly checks: string[];
  /** Answers the lists of a resource. */
  readonly answer: (resource: string) => void;
  readonly pass: (milliseconds: number) => void;
  readonly stop: () => Promise<void>;
}

function bench(objects: readonly GraphObject[], onChange: (type: ResourceType) => void = () => undefined): Bench {
  const off = new AbortController();
  const checks: string[] = [];
  let now = 0;
  const gates = new EventEmitter();
  const open = new Set<string>();
  const none = (): void => undefined;
  const graph = createGraph({ check: (uid) => checks.push(uid), orphan: none, deleted: none, misplaced: none });
  const monitors = createMonitors({
    graph,
    signal: off.signal,
    onError: none,
    onChange,
    timing: { now: () => now, random: () => 0, sleep: async () => {} },
    client: {
      metadataOf: (type: ResourceType) => {
        const items: ApiObject[] = objects.filter((each) => each.type.resource === type.resource);
        const page = { items, resourceVersion: '1', continue: undefined, remaining: undefined };
        return {
          list: async () => page,
          async *pages() {
            if (!open.has(type.resource)) await once(gates, type.resource, { signal: off.signal });
            yield page;
          },
          watch: quiet,
        };
      },
    },
  });
  return {
    monitors,
    checks,
    seen: () => [...graph.nodes()].map(({ uid, object }) => `${uid} ${object?.type.version ?? '?'}`),
    answer(resource) {
      open.add(resource);
      gates.emit(resource);
    },
    pass: (milliseconds) => {
      now += milliseconds;
    },
    async stop() {
      off.abort();
      await monitors.ended();
    },
  };
}

/** A watch without events. */
async function* quiet({ signal }: WatchOptions = {}): AsyncGenerator<never> {
  if (signal && !signal.aborted) await once(signal, 'abort');
  yield* [];
}

const objects = [thing('a'), thing('b', [owner('z', {}, zones)]), zone('z')];

describe('createMonitors', () => {
  it('adds objects to the graph, and untracks those of a removed type', async () => {
    const { monitors, seen, checks, answer, stop } = bench(objects);
    for (const { resource } of [things, zones]) answer(resource);
    await monitors.follow([zones, things]);
    assert.deepEqual(seen(), ['z v1', 'a v1', 'b v1']);
    assert.deepEqual(checks, []);
    await monitors.follow([things]);
    assert.deepEqual(seen(), ['z ?', 'a v1', 'b v1']);
    assert.deepEqual(checks, ['z']);
    await stop();
  });

  it('keeps objects when a type is read in another version', async () => {
    const { monitors, seen, answer, stop } = bench(objects);
    answer('things');
    await monitors.follow([things]);
    await monitors.follow([{ ...things, version: 'v2' }]);
    assert.deepEqual(seen(), ['a v2', 'b v2', 'z ?']);
    await stop();
  });

  it('retries a type that is not found, and reports an error only after a time', async () => {
    const off = new AbortController();
    const reported: string[] = [];
    let [now, asked] = [0, 0];
    const none = (): void => undefined;
    async function* missing(): AsyncGenerator<never> {
      if (++asked === 4) off.abort();
      yield* [];
      throw new StatusError('NotFound', 'the server could not find the requested resource');
    }
    const monitors = createMonitors({
      client: { metadataOf: () => ({ list: () => assert.fail(), pages: missing, watch: quiet }) },
      graph: createGraph({ check: none, orphan: none, deleted: none, misplaced: none }),
      signal: off.signal,
      timing: { now: () => now, random: () => 0, sleep: async () => void (now += 5000) },
      onError: () => reported.push(`error at ${now}`),
      onMissing: ({ resource }) => reported.push(`${resource} missing at ${now}`),
    });
    await monitors.follow([things]);
    await monitors.ended();
    assert.deepEqual(reported, [
      'things missing at 0',
      'things missing at 5000',
      'things missing at 10000',
      'error at 10000',
    ]);
  });

  it('starts thousands of watches a few at a time, also when lists fail', async () => {
    const off = new AbortController();
    const types = Array.from({ length: 1000 }, (_, index) => ({ ...things, resource: `things${index}` }));
    let [open, most, failures] = [0, 0, 0];
    const none = (): void => undefined;
    const monitors = createMonitors({
      client: {
        metadataOf: ({ resource }) => ({
          list: () => assert.fail(),
          async *pages() {
            most = Math.max(most, ++open);
            await turn();
            open--;
            if (resource.endsWith('3') && failures++ < 100) throw new Error('not now');
            yield { items: [], resourceVersion: '1', continue: undefined, remaining: undefined };
          },
          watch: quiet,
        }),
      },
      graph: createGraph({ check: none, orphan: none, deleted: none, misplaced: none }),
      signal: off.signal,
      timing: { now: () => 0, random: () => 0, sleep: async () => turn() },
      onError: none,
    });
    await monitors.follow(types);
    assert.ok(monitors.knows(undefined, Infinity));
    assert.ok(failures >= 100);
    assert.ok(most <= 100, `${most} lists at once`);
    off.abort();
    await monitors.ended();
  });

  it('reports the types of changed objects', async () => {
    const reported: string[] = [];
    const { monitors, answer, stop } = bench(objects, ({ resource }) => reported.push(resource));
    for (const { resource } of [things, zones]) answer(resource);
    await monitors.follow([zones, things]);
    await turn();
    assert.deepEqual(reported.sort(), ['things', 'things', 'zones']);
    await stop();
  });

  it('report whether types have synced, and stop waiting after the timeout', async () => {
    const { monitors, answer, pass, stop } = bench(objects);
    answer('things');
    void monitors.follow([zones]);
    const followed = monitors.follow([zones, things]);
    await followed;
    const knows = (timeout: number) => [monitors.knows('Namespaced', timeout), monitors.knows(undefined, timeout)];
    assert.deepEqual(knows(100), [true, false]);
    pass(100);
    assert.deepEqual(knows(100), [true, true]);
    assert.deepEqual(knows(Infinity), [true, false]);
    answer('zones');
    await stop();
  });
});
