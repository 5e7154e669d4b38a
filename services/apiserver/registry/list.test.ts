import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseFieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import { parseLabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { realEnvironment } from './environment.js';
import { listEntries } from './list.js';
import { createResources, type Resource } from './resource.js';
import { createKeyedMutex } from './keyed-mutex.js';

function configMapsIn(store: Store, maybeYield?: Yielder): Resource {
  const definition = builtInResources(createDomain()).find(({ resource }) => resource === 'configmaps');
  assert.ok(definition);
  const options = { store, environment: realEnvironment, mutex: createKeyedMutex(), ...(maybeYield && { maybeYield }) };
  const [resource] = createResources(definition, options);
  assert.ok(resource);
  return resource;
}

describe('lists', () => {
  let store: Store;
  before(async () => {
    store = await openEmbeddedStore({ ephemeral: true });
    for (let index = 0; index < 300; index++) {
      const labels = index % 100 === 99 ? '"labels":{"app":"x"},' : '';
      const value = `{"kind":"ConfigMap","apiVersion":"v1","metadata":{${labels}"name":"n"}}`;
      await store.create(`/configmaps/a/${String(index).padStart(3, '0')}`, Buffer.from(value));
    }
  });
  after(() => store.close());

  const listing = async (limit: number, start?: string) => {
    let reads = 0;
    const counting: Store = {
      ...store,
      list(prefix, options) {
        reads++;
        return store.list(prefix, options);
      },
    };
    const resource = configMapsIn(counting);
    const { entries, next } = await listEntries(resource, {
      namespace: 'a',
      selection: { labels: parseLabelSelector('app=x'), fields: undefined },
      limit,
      start,
      revision: undefined,
      signal: new AbortController().signal,
    });
    return { names: entries.map(({ key }) => key.slice('/configmaps/a/'.length)), next, reads };
  };

  it('find a sparse selection in few reads, without duplicates', async () => {
    const first = await listing(1);
    assert.deepEqual(first.names, ['099']);
    assert.ok(first.reads < 10, `${first.reads} reads`);
    const second = await listing(1, first.next);
    assert.deepEqual(second.names, ['199']);
    const all = await listing(5);
    assert.deepEqual([all.names, all.next], [['099', '199', '299'], undefined]);
  });

  it('yield to other requests while they filter many entries', async () => {
    const value = Buffer.from('{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"n"}}');
    const names = ['x', 'long-x', ...Array.from({ length: 20_000 }, (_, index) => `n${index}`)];
    const entries = names.map((name) => ({ key: `/configmaps/a/${name}`, value, revision: 1 }));
    const full = { ...store, list: async () => ({ entries, remaining: 0, revision: 1 }) };
    let yields = 0;
    const maybeYield = (): undefined => {
      yields += 1;
    };
    const listed = await listEntries(configMapsIn(full, maybeYield), {
      namespace: '',
      selection: { labels: undefined, fields: parseFieldSelector('metadata.name=x') },
      limit: undefined,
      start: undefined,
      revision: undefined,
      signal: new AbortController().signal,
    });
    assert.deepEqual(listed.entries, entries.slice(0, 1));
    assert.equal(yields, 10);
  });
});
