import assert from 'node:assert/strict';
import type { ObjectReader } from '@pilothouse/admission/objects.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { configMaps as type, limitRanges } from '@pilothouse/client/core.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { createCatalog } from '../registry/catalog.js';
import { createObject } from '../registry/create.js';
import { deleteObject } from '../registry/delete.js';
import { realEnvironment } from '../registry/environment.js';
import type { Resource } from '../registry/resource.js';
import { NO_ADMISSION } from '../registry/write.js';
import { cacheInFront } from '../server/stores/cache.js';
import { registerResources } from '../server/registered.js';
import { singleStore } from '../server/stores/stores.js';
import { objectReader } from './objects.js';
import { resourceLookup } from './resource-lookup.js';

const { signal } = new AbortController();

describe('reads of plugins', () => {
  let store: CachedStore;
  let resource: Resource;
  let objects: ObjectReader;
  let lists: number;
  before(async () => {
    const opened = cacheInFront(await openEmbeddedStore({ ephemeral: true }), {
      definitions: [configMaps],
      logger: createLogger(0),
    });
    store = opened;
    const counted: CachedStore = {
      ...opened,
      provesProgress: opened.provesProgress,
      list(...given) {
        lists += 1;
        return opened.list(...given);
      },
    };
    const stores = singleStore(counted);
    const registered = registerResources([configMaps], {
      stores,
      environment: realEnvironment,
      viewOf: () => undefined,
    });
    const [first] = registered.resources;
    assert.ok(first);
    resource = first;
    const catalog = createCatalog({ builtIn: [configMaps], virtual: [] });
    objects = objectReader({
      ...registered,
      resourceOf: resourceLookup({ ...registered, catalog }),
      cacheOf: stores.of,
    });
  });
  after(() => store.close());
  beforeEach(() => (lists = 0));

  const write = { dryRun: false, signal, admission: NO_ADMISSION };
  const create = (namespace: string, name: string) =>
    createObject(resource, { metadata: { name, namespace } }, { ...write, namespace });
  const list = (namespace?: string) => objects.list(type, { ...(namespace !== undefined && { namespace }), signal });
  const names = async (namespace?: string) => (await list(namespace)).map(({ metadata }) => metadata.name);

  it('see every write of this server, in one namespace or in all', async () => {
    assert.deepEqual(await names('x'), []);
    for (const name of ['a', 'b', 'c']) {
      await create('x', name);
      assert.equal((await names('x')).at(-1), name);
    }
    await create('y', 'd');
    assert.deepEqual(
      [await names('x'), await names('y'), await names()],
      [['a', 'b', 'c'], ['d'], ['a', 'b', 'c', 'd']],
    );
    await deleteObject(resource, { ...write, namespace: 'x', name: 'b', preconditions: {}, deletion: {} });
    assert.deepEqual(await names('x'), ['a', 'c']);
    assert.equal((await objects.get(type, { namespace: 'x', name: 'c', signal }))?.metadata.name, 'c');
    assert.equal(await objects.get(type, { namespace: 'x', name: 'b', signal }), undefined);
    assert.equal(await objects.get(type, { namespace: 'x', name: 'b', signal, live: true }), undefined);
  });

  it('return the same array, at once, until an object of the collection changes', async () => {
    const first = await list('x');
    lists = 0;
    assert.equal(list('x'), first);
    assert.equal(lists, 0);
    await create('x', 'e');
    const second = await list('x');
    assert.notEqual(second, first);
    assert.equal(second[0], first[0]);
    await create('y', 'f');
    assert.equal(await list('x'), second);
  });

  it('keep no object of a list that is read once', async () => {
    const once = () => objects.list(type, { namespace: 'x', signal, once: true });
    const [first, second] = [await once(), await once()];
    assert.deepEqual(first, await list('x'));
    assert.deepEqual(second, first);
    assert.ok(first.every((object, index) => object !== second[index]));
    const aborted = { namespace: 'x', signal: AbortSignal.abort(new Error('too late')), once: true } as const;
    await assert.rejects(async () => objects.list(type, aborted), /too late/);
  });

  it('find the resource by group, name and version, and refuse others', async () => {
    const found = await objects.get(
      { group: '', version: 'v1', resource: 'configmaps' },
      { namespace: 'x', name: 'a', signal },
    );
    assert.equal(found && metadataOf(found).name, 'a');
    const others: readonly ResourceNames[] = [limitRanges, { ...type, version: 'v2' }, { ...type, group: 'apps' }];
    for (const other of others) {
      await assert.rejects(async () => objects.list(other, { signal }), { code: 404 });
    }
  });
});
