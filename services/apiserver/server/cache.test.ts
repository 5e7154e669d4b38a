import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { cacheInFront } from './cache.js';

describe('the watch cache of all resources', () => {
  it('contains objects that two resources share once, as the store has them', async () => {
    const store = await openEmbeddedStore({ ephemeral: true });
    const verified: string[] = [];
    const metrics = {
      cacheLoaded: () => undefined,
      cacheDiffered: () => undefined,
      cacheVerified: (...labels: readonly string[]) => void verified.push(labels.join(' ')),
    };
    const definitions = builtInResources(createDomain());
    const cache = cacheInFront(store, { definitions, logger: createLogger(0), metrics });
    await cache.ready();
    const event = { metadata: {}, involvedObject: {}, source: {}, reportingComponent: '' };
    await cache.create('/events/default/a', Buffer.from(JSON.stringify(event)));
    await cache.list('/events/');
    await cache.list('/example.com/widgets/');
    assert.deepEqual((await cache.verify()).different, []);
    for (const labels of [' events success', 'apps deployments success', 'example.com widgets success'])
      assert.ok(verified.includes(labels), labels);
    await cache.close();
  });
});
