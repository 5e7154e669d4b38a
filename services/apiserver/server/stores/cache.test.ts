import assert from 'node:assert/strict';
import { mock } from 'node:test';
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

  for (const [what, verifies] of [
    ['is compared with the store every ten minutes', true],
    ['is not compared with the store if its feature gate is off', false],
  ] as const) {
    it(what, async () => {
      mock.timers.enable({ apis: ['setInterval'] });
      try {
        const store = await openEmbeddedStore({ ephemeral: true });
        let verified = 0;
        const metrics = {
          cacheLoaded: () => undefined,
          cacheDiffered: () => undefined,
          cacheVerified: () => void (verified += 1),
        };
        const definitions = builtInResources(createDomain());
        const cache = cacheInFront(store, { definitions, logger: createLogger(0), metrics, verifies });
        await cache.ready();
        mock.timers.tick(10 * 60_000);
        // Closing waits for a comparison that has begun.
        await cache.close();
        assert.equal(verified > 0, verifies);
      } finally {
        mock.timers.reset();
      }
    });
  }
});
