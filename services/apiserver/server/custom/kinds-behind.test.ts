import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { createDefinitionParts } from '@pilothouse/kinds/apiextensions/parts.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { objectKey } from '../../registry/keys.js';
import { createResources } from '../../registry/resource.js';
import { createKeyedMutex } from '../../registry/keyed-mutex.js';
import { followCustomKinds } from './kinds.js';

describe('the custom kinds of a server whose watch lags', () => {
  it('get 404 only if they do not exist', async () => {
    const inner = await openEmbeddedStore({ ephemeral: true });
    /** Store of a server that receives no events. */
    const store: Store = {
      ...inner,
      async *watch(_prefix, { signal }) {
        if (!signal.aborted) await once(signal, 'abort');
        yield* [];
      },
    };
    const parts = createDefinitionParts();
    const definition = builtInResources(createDomain()).find((each) => each.kind === 'CustomResourceDefinition');
    assert.ok(definition);
    const environment = { now: () => new Date(0), uuid: () => '', random: () => 0 };
    const [definitions] = createResources(definition, { store, environment, mutex: createKeyedMutex() });
    assert.ok(definitions);
    const off = new AbortController();
    const kinds = followCustomKinds({
      catalog: { setCustom: () => undefined },
      definitions,
      ...parts,
      converterOf: () => undefined,
      onConflict: () => undefined,
      onTerminating: () => undefined,
      isBeside: true,
      onError: (error) => assert.fail(String(error)),
      timeout: 5,
      signal: off.signal,
    });
    await kinds.start();
    await inner.create(objectKey(definition, '', 'widgets.example.io'), Buffer.from('{}'));
    await assert.rejects(kinds.awaitOne('example.io', 'widgets', off.signal), {
      reason: 'ServiceUnavailable',
      details: { retryAfterSeconds: 1 },
    });
    await kinds.awaitOne('example.io', 'gears', off.signal);
    off.abort();
    await inner.close();
  });
});
