import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';
import {
  assertConflict,
  KINDS,
  ownersOf,
  sharedObject,
  type Shared,
  type SharedKind,
} from './server-side-apply.test.helper.js';

for (const format of ['JSON', 'YAML'] as const) {
  describe(`ownership of fields, applied in ${format}`, () => {
    let api: TestApi;
    let names = 0;
    before(async () => {
      api = await startTestApi();
    });
    after(() => api.close());

    const fresh = (of: SharedKind): Shared => sharedObject({ api, format, of, name: `object-${++names}` });
    const data = (values: Record<string, string>): JsonObject => ({ data: values });

    describe('1: the last manager to set a field owns it', () => {
      it('by POST and PUT', async () => {
        const collection = KINDS.map[0];
        const metadata = { name: 'posted' };
        const posted = await api.request('POST', `${collection}?fieldManager=a`, {
          body: { metadata, data: { x: '1', y: '1' } },
        });
        assert.deepEqual(ownersOf(posted.json), ['a Update v1: .data .data.x .data.y']);
        const put = await api.request('PUT', `${collection}/posted?fieldManager=b`, {
          body: { metadata, data: { x: '2', y: '1', z: '1' } },
        });
        assert.deepEqual(ownersOf(put.json), ['a Update v1: .data .data.y', 'b Update v1: .data.x .data.z']);
      });

      for (const [type, patch] of [
        ['merge-patch', data({ x: '2' })],
        ['strategic-merge-patch', data({ x: '2' })],
        ['json-patch', [{ op: 'replace', path: '/data/x', value: '2' }]],
      ] as const) {
        it(`by ${type}`, async () => {
          const object = fresh('map');
          await object.apply('a', data({ x: '1', y: '1' }));
          const { json } = await object.patch('b', patch, type);
          assert.deepEqual(ownersOf(json), ['a Apply v1: .data.y', 'b Update v1: .data.x']);
        });
      }

      it('by apply', async () => {
        const object = fresh('map');
        const { json, status } = await object.apply('a', data({ x: '1' }));
        assert.deepEqual([status, ownersOf(json)], [201, ['a Apply v1: .data.x']]);
      });

      it('and unchanged fields keep their owner', async () => {
        const object = fresh('map');
        await object.apply('a', data({ x: '1' }));
        const before = await object.get();
        await object.patch('b', data({ x: '1' }));
        await object.put('c', data({ x: '1' }));
        assert.deepEqual(await object.get(), before);
      });
    });

    describe('2: appliers of the same value share the field', () => {
      const shared = async (): Promise<Shared> => {
        const object = fresh('map');
        await object.apply('a', data({ x: '1' }));
        const { json, status } = await object.apply('b', data({ x: '1' }));
        assert.deepEqual([status, ownersOf(json)], [200, ['a Apply v1: .data.x', 'b Apply v1: .data.x']]);
        return object;
      };

      for (const [changing, other] of [
        ['a', 'b'],
        ['b', 'a'],
      ] as const) {
        it(`and ${changing} then conflicts`, async () => {
          const object = await shared();
          assertConflict(await object.apply(changing, data({ x: '2' })), [[`"${other}"`, '.data.x']]);
        });
      }

      it('and an update, which never conflicts, takes it from both', async () => {
        const object = await shared();
        const { json, status } = await object.patch('c', data({ x: '2' }));
        assert.deepEqual([status, ownersOf(json)], [200, ['c Update v1: .data.x']]);
      });
    });

    describe('3: on a conflict an applier', () => {
      const disputed = async (): Promise<Shared> => {
        const object = fresh('map');
        await object.apply('a', data({ x: '1', y: '1' }));
        const before = await object.get();
        assertConflict(await object.apply('b', data({ x: '2', z: '2' })), [['"a"', '.data.x']]);
        assert.deepEqual(await object.get(), before, 'a refused apply changes nothing');
        return object;
      };

      it('gets every field and its owner', async () => {
        const object = await disputed();
        await object.patch('c', data({ w: '1' }));
        assertConflict(await object.apply('b', data({ w: '2', x: '2', y: '2' })), [
          ['"a"', '.data.x'],
          ['"a"', '.data.y'],
          ['"c" using v1', '.data.w'],
        ]);
      });

      it('may force the change', async () => {
        const object = await disputed();
        const { json } = await object.apply('b', data({ x: '2', z: '2' }), '&force=true');
        assert.deepEqual(plain(json['data']), { x: '2', y: '1', z: '2' });
        assert.deepEqual(ownersOf(json), ['a Apply v1: .data.y', 'b Apply v1: .data.x .data.z']);
      });

      it('may omit the field', async () => {
        const object = await disputed();
        const { json } = await object.apply('b', data({ z: '2' }));
        assert.deepEqual(plain(json['data']), { x: '1', y: '1', z: '2' });
        assert.deepEqual(ownersOf(json), ['a Apply v1: .data.x .data.y', 'b Apply v1: .data.z']);
      });

      it('may agree and share the field', async () => {
        const object = await disputed();
        const { json } = await object.apply('b', data({ x: '1', z: '2' }));
        assert.deepEqual(ownersOf(json), ['a Apply v1: .data.x .data.y', 'b Apply v1: .data.x .data.z']);
      });

      it('may give up a shared field without removing it', async () => {
        const object = await disputed();
        await object.apply('b', data({ x: '1', z: '2' }));
        const { json } = await object.apply('a', data({ y: '1' }));
        assert.deepEqual(plain(json['data']), { x: '1', y: '1', z: '2' });
        assert.deepEqual(ownersOf(json), ['a Apply v1: .data.y', 'b Apply v1: .data.x .data.z']);
      });
    });

    describe('4: a field that is no longer applied', () => {
      it('is removed if it has no other owner', async () => {
        const object = fresh('map');
        await object.apply('a', { metadata: { labels: { l: '1' } }, data: { x: '1', y: '1' } });
        const { json } = await object.apply('a', data({ x: '1' }));
        assert.deepEqual(plain([json['data'], (json['metadata'] as JsonObject)['labels'] ?? null]), [{ x: '1' }, null]);
      });

      it('returns to its default', async () => {
        const object = fresh('driver');
        await object.apply('a', { spec: { requiresRepublish: true, storageCapacity: true } });
        const { json } = await object.apply('a', { spec: { storageCapacity: true } });
        const { requiresRepublish, storageCapacity } = json['spec'] as JsonObject;
        assert.deepEqual([requiresRepublish, storageCapacity], [false, true]);
      });

      for (const [how, claim] of [
        ['applied it', (object: Shared) => object.apply('b', data({ x: '1' }))],
        [
          'wrote it',
          async (object: Shared) => {
            await object.patch('b', data({ x: '2' }));
            return object.apply('a', data({ x: '2', y: '1' }));
          },
        ],
      ] as const) {
        it(`stays if another ${how}`, async () => {
          const object = fresh('map');
          await object.apply('a', data({ x: '1', y: '1' }));
          await claim(object);
          const { json } = await object.apply('a', data({ y: '1' }));
          assert.deepEqual(Object.keys(json['data'] as JsonObject), ['x', 'y']);
          assert.deepEqual(ownersOf(json)[0], 'a Apply v1: .data.y');
        });
      }
    });

    describe('5: an item that is no longer applied', () => {
      const secrets = (...list: string[]): JsonObject => ({ secrets: list.map((each) => ({ name: each })) });
      const finalizers = (...list: string[]): JsonObject => ({
        metadata: { finalizers: list.map((each) => `example.com/${each}`) },
      });
      const namesIn = ({ json }: TestResponse): unknown =>
        (plain(json['secrets'] ?? []) as { name: string }[]).map((item) => item.name);

      it('is removed from a keyed list, unless another manager applies it too', async () => {
        const object = fresh('account');
        await object.apply('a', secrets('s', 't', 'u'));
        await object.apply('b', secrets('t', 'v'));
        assert.deepEqual(namesIn(await object.apply('a', secrets('u'))), ['t', 'u', 'v']);
        assert.deepEqual(namesIn(await object.apply('b', secrets())), ['u']);
      });

      it('is removed from a set, unless another manager applies it too', async () => {
        const object = fresh('map');
        await object.apply('a', finalizers('s', 't', 'u'));
        await object.apply('b', finalizers('t', 'v'));
        const { json } = await object.apply('a', finalizers('u'));
        assert.deepEqual(plain((json['metadata'] as JsonObject)['finalizers']), [
          'example.com/t',
          'example.com/u',
          'example.com/v',
        ]);
      });

      it('is added beside those of others when applied again', async () => {
        const object = fresh('account');
        await object.apply('a', secrets('s'));
        await object.apply('b', secrets('t'));
        const answer = await object.apply('a', secrets('s', 'u'));
        assert.deepEqual(new Set(namesIn(answer) as string[]), new Set(['s', 't', 'u']));
        assert.deepEqual(ownersOf(answer.json), [
          'a Apply v1: .secrets[name="s"] .secrets[name="u"]',
          'b Apply v1: .secrets[name="t"]',
        ]);
      });
    });
  });
}
