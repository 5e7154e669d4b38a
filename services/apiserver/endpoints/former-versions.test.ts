import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import { contentOf, inV2, MERGE, metadataOf, serverOf, V1, V2 } from './versions.test.helper.js';

describe('objects stored in a former version', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openEmbeddedStore({ ephemeral: true });
  });
  afterEach(() => store.close());

  const textOf = async (): Promise<string> => {
    const { entry } = await store.get('/example.io/widgets/default/a');
    return Buffer.from(entry?.value ?? []).toString();
  };
  const STEPS = [
    ['v1 alone', 'both, stored as v1'],
    ['both, stored as v1', 'both, stored as v2'],
    ['both, stored as v2', 'v2, and v1 is only read'],
    // A rollback.
    ['both, stored as v2', 'both, stored as v1'],
    // A release without one version.
    ['v1 alone', 'v2, and v1 is only read'],
  ] as const;
  for (const [before, after] of STEPS) {
    describe(`from "${before}" to "${after}"`, () => {
      let server: ReturnType<typeof serverOf>;
      const path = V2;
      beforeEach(async () => {
        const body = { metadata: { name: 'a', labels: { l: 'x' } }, size: 3, tags: ['t'] };
        const former = serverOf(widgets(before), store);
        if (before === 'both, stored as v2') {
          const { metadata, size: width, tags } = body;
          await former.ask('POST', V2, { body: { metadata, spec: { width, tags } } });
        } else await former.ask('POST', V1, { body });
        server = serverOf(widgets(after), store);
      });

      it('can be read, listed and selected', async () => {
        const wanted = inV2(3, { tags: ['t'] });
        assert.deepEqual(contentOf((await server.ask('GET', `${path}/a`)).json), wanted);
        for (const query of [
          '',
          '?labelSelector=l%3Dx',
          '?fieldSelector=width%3D3',
          '?limit=1&fieldSelector=width%3D3',
        ]) {
          const items = (await server.ask('GET', path + query)).json['items'] as JsonObject[];
          assert.deepEqual(
            items.map(({ spec }) => plain(spec)),
            [wanted.spec],
            query,
          );
        }
        const items = (await server.ask('GET', `${path}?fieldSelector=width%3D4`)).json['items'];
        assert.deepEqual(items, []);
      });

      it('are rewritten by an empty change, once', async () => {
        const former = await textOf();
        const { json } = await server.ask('GET', `${path}/a`);
        const patch = () => server.ask('PATCH', `${path}/a`, { body: {}, type: MERGE });
        const dry = await server.ask('PATCH', `${path}/a?dryRun=All`, { body: {}, type: MERGE });
        assert.equal(await textOf(), former, 'a dry run wrote');
        assert.deepEqual(contentOf(dry.json), contentOf(json));
        const { json: written } = await patch();
        const isWritten = metadataOf(written).resourceVersion !== metadataOf(json).resourceVersion;
        const storage = widgets(after).storageVersion ?? '';
        assert.equal(isWritten, !former.includes(`"apiVersion":"example.io/${storage}"`));
        assert.ok((await textOf()).startsWith(`{"kind":"Widget","apiVersion":"example.io/${storage}",`));
        assert.deepEqual(contentOf(written), contentOf(json));
        assert.deepEqual(metadataOf(written).managedFields, metadataOf(json).managedFields);
        assert.equal(metadataOf((await patch()).json).resourceVersion, metadataOf(written).resourceVersion);
      });

      it('can be changed, watched and deleted', async () => {
        const { json: list } = await server.ask('GET', path);
        const { resourceVersion } = metadataOf(list);
        const changed = await server.ask('PATCH', `${path}/a`, { body: { spec: { width: 7 } }, type: MERGE });
        assert.deepEqual(contentOf(changed.json), inV2(7, { tags: ['t'] }));
        assert.equal((await server.ask('DELETE', `${path}/a`)).status, 200);
        const seen: unknown[] = [];
        const query = `watch=1&resourceVersion=${resourceVersion}&fieldSelector=width%3D3`;
        for await (const { type, object } of server.watch(`${path}?${query}`)) {
          seen.push([type, contentOf(object as JsonObject)]);
          break;
        }
        // The last matching state is in the former version.
        assert.deepEqual(seen, [['DELETED', inV2(3, { tags: ['t'] })]]);
      });
    });
  }

  it('are 404 in a version that is no longer served', async () => {
    const server = serverOf(widgets('v2, and v1 is only read'), store);
    assert.equal((await server.ask('GET', V1)).status, 404);
  });
});
