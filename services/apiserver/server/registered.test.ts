import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createCachedStore, type CachedStore } from '@pilothouse/storage/cache/store.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { namespaces } from '@pilothouse/kinds/core/namespaces.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { realEnvironment } from '../registry/environment.js';
import { registerResources } from './registered.js';
import { singleStore } from './stores/stores.js';

describe('the latest write of this server to a resource', () => {
  let store: CachedStore;
  before(async () => {
    store = createCachedStore(await openEmbeddedStore({ ephemeral: true }), { collections: [] });
  });
  after(() => store.close());

  it('is that of the definition, even if another group has the same resource name', async () => {
    const own = namespaces(createDomain()) as ResourceDefinition;
    const { resources, latestWriteOf } = registerResources([own, { ...own, group: 'example.io' }], {
      stores: singleStore(store),
      environment: realEnvironment,
      viewOf: () => undefined,
    });
    const latest = latestWriteOf(own);
    const write = async (group: string): Promise<number> => {
      const written = resources.find(({ definition }) => definition.group === group);
      const result = await written?.store.create(`${group === '' ? '' : `/${group}`}/namespaces/a`, Buffer.from('{}'));
      return result?.ok === true ? result.revision : 0;
    };
    const revision = await write('');
    assert.equal(latest(), revision);
    await write('example.io');
    assert.equal(latest(), revision);
  });
});
