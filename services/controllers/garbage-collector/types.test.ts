import assert from 'node:assert/strict';
import { discoveredGroup, discoveryDocument } from '@pilothouse/client/discovery-document.test.helper.js';
import { createClient } from '@pilothouse/client/client.js';
import type { DiscoveredType } from '@pilothouse/client/discover.js';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { pollDiscovery } from './discovery.js';
import { createTrigger } from './trigger.js';
import { servedTypes } from './types.js';

function discovered(
  path: string,
  kind: string,
  verbs: readonly string[] = ['delete', 'list', 'watch'],
): DiscoveredType {
  const [group = '', resource = ''] = path.split('/');
  return { type: { group, version: 'v1', resource, kind, scope: 'Namespaced' }, verbs };
}

describe('servedTypes', () => {
  const { collected, typeOf } = servedTypes([
    discovered('/configmaps', 'ConfigMap'),
    discovered('/events', 'Event'),
    discovered('events.k8s.io/events', 'Event'),
    discovered('x.y/reviews', 'Review', ['create']),
    discovered('x.y/things', 'Thing'),
  ]);

  it('selects types that can be listed, watched and deleted, except events', () => {
    assert.deepEqual(
      collected.map(({ resource }) => resource),
      ['configmaps', 'things'],
    );
  });

  const kinds = {
    'v1 ConfigMap': 'configmaps',
    'x.y/v2 Thing': 'things',
    'x.y/v1 Review': 'reviews',
    'v1 Thing': undefined,
  };
  for (const [name, resource] of Object.entries({ ...kinds, 'a/x.y/v1 Thing': undefined, ' ConfigMap': undefined })) {
    it(`resolves ${name} to ${resource ?? 'nothing'}`, () => {
      const [apiVersion = '', kind = ''] = name.split(' ');
      assert.equal(typeOf(apiVersion, kind)?.resource, resource);
    });
  }
});

/** A group with these resources in its version v1, whose server is unavailable when they are absent. */
function group(name: string, resources?: readonly string[]) {
  return discoveredGroup(name, { v1: resources && Object.fromEntries(resources.map((each) => [each, []])) });
}

describe('pollDiscovery', () => {
  it('reports every change, and keeps the types of a failed group', async () => {
    const stop = new AbortController();
    const reported: string[] = [];
    const waits: number[] = [];
    /** The answers of the group x.y. */
    const answers: readonly (readonly string[] | 'busy')[] = [['things'], ['things'], 'busy', ['stones'], []];
    let round = 0;
    const answer = ({ target }: TransportRequest) => {
      if (target === '/api') return { body: discoveryDocument() };
      const names = answers[round] ?? [];
      return { body: discoveryDocument(names === 'busy' ? group('x.y') : group('x.y', names)) };
    };
    const timing = {
      now: () => 0,
      random: () => 0,
      async sleep(milliseconds: number) {
        waits.push(milliseconds);
        if (++round === answers.length) stop.abort();
      },
    };
    await pollDiscovery(
      {
        client: createClient({ transport: scriptedTransport(Array.from({ length: 15 }, () => answer)) }),
        signal: stop.signal,
        onError: (error, retryIn) => reported.push(`${String(error)}, retry in ${retryIn}`),
        timing,
        trigger: createTrigger(timing),
      },
      (types) => reported.push(types.map(({ type }) => type.resource).join()),
    );
    const failure = 'AggregateError: discovery of some groups has failed, retry in 500';
    assert.deepEqual(reported, ['things', failure, 'stones', '']);
    assert.deepEqual(waits, [30_000, 30_000, 500, 30_000, 30_000]);
  });

  it('reports when every group has answered, even without a change', async () => {
    const stop = new AbortController();
    const reported: string[] = [];
    let round = 0;
    const answer = ({ target }: TransportRequest) => {
      if (target === '/api') return { body: discoveryDocument() };
      const late = round === 1 ? group('late', []) : group('late');
      return { body: discoveryDocument(late, group('quick', ['things'])) };
    };
    const timing = {
      now: () => 0,
      random: () => 0,
      sleep: async () => {
        if (++round === 3) stop.abort();
      },
    };
    await pollDiscovery(
      {
        client: createClient({ transport: scriptedTransport(Array.from({ length: 12 }, () => answer)) }),
        signal: stop.signal,
        onError: () => undefined,
        timing,
        trigger: createTrigger(timing),
      },
      (types, isComplete) => reported.push(`${types.map(({ type }) => type.resource).join()} ${isComplete}`),
    );
    assert.deepEqual(reported, ['things false', 'things true']);
  });

  it('runs at once when triggered, with a delay between runs', async () => {
    const stop = new AbortController();
    const waits: number[] = [];
    let [now, rounds] = [0, 0];
    const timing = {
      now: () => now,
      random: () => 0,
      sleep: async (milliseconds: number) => void waits.push(milliseconds),
    };
    const trigger = createTrigger(timing);
    const answer = ({ target }: TransportRequest) => {
      if (target === '/api') return { body: discoveryDocument() };
      // A discovery takes 40 ms, and a type is added during each.
      now += 40;
      if (++rounds === 3) stop.abort();
      trigger.fire();
      return { body: discoveryDocument() };
    };
    const client = createClient({ transport: scriptedTransport(Array.from({ length: 6 }, () => answer)) });
    const onError = (error: unknown) => assert.fail(String(error));
    await pollDiscovery({ client, signal: stop.signal, onError, timing, trigger }, () => undefined);
    assert.deepEqual(waits, [400, 400]);
  });
});
