import assert from 'node:assert/strict';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import {
  APPLY,
  contentOf,
  inV1,
  inV2,
  MERGE,
  messageOf,
  metadataOf,
  serverOf,
  TABLE,
  V1,
  V2,
} from './versions.test.helper.js';

for (const release of ['both, stored as v1', 'both, stored as v2'] as const) {
  describe(`a resource in two versions with different schemas: ${release}`, () => {
    let store: Store;
    let server: ReturnType<typeof serverOf>;
    beforeEach(async () => {
      store = await openEmbeddedStore({ ephemeral: true });
      server = serverOf(widgets(release), store);
    });
    afterEach(() => store.close());

    const create = (path: string, body: object) => server.ask('POST', path, { body });

    it('returns each version from objects written in the other, with defaults', async () => {
      const first = await create(V1, { metadata: { name: 'a' }, size: 3 });
      assert.deepEqual([first.status, contentOf(first.json)], [201, inV1(3)]);
      const second = await create(V2, { metadata: { name: 'b' }, spec: { tags: ['x'] }, status: { ready: true } });
      assert.deepEqual([second.status, contentOf(second.json)], [201, inV2(1, { tags: ['x'] })]);
      assert.deepEqual(contentOf((await server.ask('GET', `${V2}/a`)).json), inV2(3));
      assert.deepEqual(contentOf((await server.ask('GET', `${V1}/b`)).json), inV1(1, { tags: ['x'] }));
    });

    it('stores objects in the storage version', async () => {
      await create(V1, { metadata: { name: 'a' }, size: 3 });
      await create(V2, { metadata: { name: 'b' }, spec: { width: 3 } });
      const { entries } = await store.list('/example.io/widgets/');
      const version = `"apiVersion":"example.io/${release.slice(-2)}"`;
      assert.deepEqual(
        entries.map(({ value }) => Buffer.from(value).toString().includes(version)),
        [true, true],
      );
    });

    it('warns about the stored form, in either version', async () => {
      const warned = async (method: string, path: string, body: object): Promise<unknown> =>
        (await server.ask(method, path, { body })).warnings;
      const warning = (former: string): string => `unlucky width, formerly ${former}`;
      assert.deepEqual(await warned('POST', V1, { metadata: { name: 'a' }, size: 13 }), [warning('undefined')]);
      assert.deepEqual(await warned('POST', V2, { metadata: { name: 'b' }, spec: { width: 13 } }), [
        warning('undefined'),
      ]);
    });

    it('lists and prints tables in the requested version', async () => {
      await create(V1, { metadata: { name: 'a' }, size: 3 });
      await create(V2, { metadata: { name: 'b' }, spec: { width: 4 } });
      for (const [path, values] of [
        [V1, [{ size: 3 }, { size: 4 }]],
        [V2, [{ width: 3 }, { width: 4 }]],
      ] as const) {
        const { json } = await server.ask('GET', path);
        const items = plain(json['items']) as { size?: number; spec?: { width: number } }[];
        assert.deepEqual(
          items.map(({ size, spec }) => (spec === undefined ? { size } : { width: spec.width })),
          values,
        );
        const table = (await server.ask('GET', path, { accept: TABLE })).json;
        const rows = plain(table['rows']) as { cells: unknown[] }[];
        assert.deepEqual(
          rows.map(({ cells }) => cells),
          [
            ['a', 3],
            ['b', 4],
          ],
        );
        const selected = plain((await server.ask('GET', `${path}?fieldSelector=width%3D4`)).json['items']);
        assert.deepEqual(
          (selected as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name),
          ['b'],
        );
      }
    });

    it('validates writes in each version with the same rules', async () => {
      await create(V1, { metadata: { name: 'a' }, size: 3 });
      for (const [path, body] of [
        [V1, { metadata: { name: 'b' }, size: 101 }],
        [V2, { metadata: { name: 'b' }, spec: { width: 101 } }],
      ] as const) {
        const { status, json } = await create(path, body);
        assert.deepEqual([status, messageOf(json).endsWith('must be at most 100')], [422, true]);
      }
      for (const [path, body] of [
        [V1, { size: 2 }],
        [V2, { spec: { width: 2 } }],
      ] as const) {
        const { status, json } = await server.ask('PATCH', `${path}/a`, { body, type: MERGE });
        assert.deepEqual([status, messageOf(json).endsWith('must not shrink')], [422, true]);
      }
    });

    it('writes nothing without a change, and loses nothing on a change', async () => {
      const { json } = await create(V2, { metadata: { name: 'a' }, spec: { width: 3, tags: ['x'] } });
      const { resourceVersion } = metadataOf(json);
      for (const path of [V1, V2]) {
        const { json: read } = await server.ask('GET', `${path}/a`);
        const same = await server.ask('PUT', `${path}/a`, { body: read });
        assert.equal(metadataOf(same.json).resourceVersion, resourceVersion);
      }
      const changed = await server.ask('PATCH', `${V1}/a`, { body: { size: 5, colour: 'red' }, type: MERGE });
      assert.deepEqual(contentOf(changed.json), inV1(5, { tags: ['x'] }));
      assert.deepEqual(contentOf((await server.ask('GET', `${V2}/a`)).json), inV2(5, { tags: ['x'] }));
    });

    it('has subresources in each version', async () => {
      await create(V2, { metadata: { name: 'a' }, spec: { width: 3 } });
      const body = { status: { ready: true }, size: 9, spec: { width: 9 } };
      await server.ask('PATCH', `${V1}/a/status`, { body, type: MERGE });
      const { json } = await server.ask('GET', `${V2}/a`);
      assert.deepEqual(contentOf(json), { ...inV2(3), status: { ready: true } });
    });

    it('tracks field ownership across names', async () => {
      const apply = (path: string, manager: string, body: object) =>
        server.ask('PATCH', `${path}/a?fieldManager=${manager}`, { type: APPLY, body: { kind: 'Widget', ...body } });
      const metadata = { name: 'a' };
      const first = { apiVersion: 'example.io/v1', metadata, size: 3, tags: ['x'] };
      assert.equal((await apply(V1, 'one', first)).status, 201);
      const second = { apiVersion: 'example.io/v2', metadata, spec: { width: 4, tags: ['y'] } };
      const refused = await apply(V2, 'two', second);
      assert.deepEqual(
        [refused.status, refused.json['message']],
        [409, 'Apply failed with 1 conflict: conflict with "one": .size'],
      );
      const other = await apply(V2, 'two', { ...second, spec: { tags: ['y'] } });
      assert.deepEqual(contentOf(other.json), inV2(3, { tags: ['x', 'y'] }));
      const without = await apply(V1, 'one', { ...first, tags: [] });
      assert.deepEqual(contentOf(without.json), inV1(3, { tags: ['y'] }));
    });

    it('can be watched in each version', async () => {
      const watches = [V1, V2].map(async (path) => {
        const seen: unknown[] = [];
        for await (const { type, object } of server.watch(`${path}?watch=1&resourceVersion=1`)) {
          assert.ok(isObject(object));
          seen.push([type, contentOf(object)]);
          if (type === 'DELETED') break;
        }
        return seen;
      });
      await create(V1, { metadata: { name: 'a' }, size: 3 });
      await server.ask('DELETE', `${V2}/a`);
      const events = (object: object) => ['ADDED', 'DELETED'].map((type) => [type, object]);
      assert.deepEqual(await Promise.all(watches), [events(inV1(3)), events(inV2(3))]);
    });
  });
}
