import assert from 'node:assert/strict';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { createKubectl } from './support/kubectl.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const WRITERS = 8;
/** The number of acknowledged writes after which the server is killed. */
const WRITES = 300;

const versionOf = ({ metadata }: ConfigMap): number => Number(metadata.resourceVersion);
/** All fields of an object in canonical order. */
const summary = ({ metadata, data }: ConfigMap): string =>
  [
    metadata.name,
    metadata.uid,
    metadata.resourceVersion,
    metadata.creationTimestamp,
    data?.['round'],
    data?.['text'],
  ].join(' ');
/** The objects that this test writes. */
const summaries = (objects: Iterable<ConfigMap>): string[] =>
  [...objects]
    .filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt')
    .map(summary)
    .sort();

describeOnStores('after kill -9', ['KUBECTL'], (store) => {
  let storage: TestStorage;
  let server: Server;
  /** The last acknowledged state, by name. */
  const acknowledged = new Map<string, ConfigMap>();
  /** The state that the watch had shown when the server was killed. */
  const watched = new Map<string, ConfigMap>();
  let lastWatched = '';
  let count = 0;

  before(async () => {
    storage = await createTestStorage(store);
    server = await startServer(storage.flags);
    await server.client.of(namespaces).create({ metadata: { name: 'crash' } });
    const maps = server.client.of(configMaps).namespace('crash');
    const { resourceVersion } = await maps.list();
    lastWatched = resourceVersion;
    const watch = async (): Promise<void> => {
      for await (const { object } of maps.watch({ resourceVersion })) {
        lastWatched = object.metadata.resourceVersion ?? '';
        watched.set(object.metadata.name ?? '', object);
      }
    };
    const watching = Promise.allSettled([watch()]);
    let onEnough: () => void = () => undefined;
    const enough = new Promise<void>((resolve) => {
      onEnough = resolve;
    });
    const write = async (writer: number): Promise<void> => {
      const name = `writer-${writer}`;
      let object = await maps.create({ metadata: { name }, data: { round: '0' } });
      for (let round = 1; ; round++) {
        acknowledged.set(name, object);
        if (++count === WRITES) onEnough();
        object = await maps.update({ ...object, data: { round: String(round), text: 'x'.repeat(100) } });
      }
    };
    const writing = Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await enough;
    await server.crash();
    await Promise.all([writing, watching]);
    server = await startServer([`--secure-port=${server.port}`, ...storage.flags]);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  it('every acknowledged write is stored', async () => {
    assert.ok(acknowledged.size === WRITERS && count >= WRITES);
    const maps = server.client.of(configMaps).namespace('crash');
    for (const [name, object] of acknowledged) {
      const found = await maps.get(name);
      const ahead = Number(found.data?.['round']) - Number(object.data?.['round']);
      // One more write may have been in flight.
      assert.ok(ahead === 0 || ahead === 1, `${name} is ${ahead} rounds ahead`);
      if (ahead === 0) assert.equal(summary(found), summary(object));
      else assert.ok(versionOf(found) > versionOf(object));
    }
  });

  it('a list, single gets and kubectl return the same objects', async () => {
    const maps = server.client.of(configMaps).namespace('crash');
    const { items } = await maps.list();
    const single = await Promise.all(items.map(({ metadata }) => maps.get(metadata.name ?? '')));
    assert.deepEqual(summaries(items), summaries(single));
    const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
    const all = JSON.parse(await kubectl(['get', 'cm,secrets,sa', '-A', '-o', 'json'])) as { items: ConfigMap[] };
    const ours = all.items.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.namespace === 'crash');
    assert.deepEqual(summaries(ours), summaries(items));
  });

  it('a watch resumes where it broke off', async () => {
    const maps = server.client.of(configMaps).namespace('crash');
    const { items } = await maps.list();
    await maps.create({ metadata: { name: 'end' } });
    let last = Number(lastWatched);
    for await (const { type, object } of maps.watch({ resourceVersion: lastWatched })) {
      if (object.metadata.name === 'end') break;
      assert.notEqual(type, 'DELETED');
      assert.ok(versionOf(object) > last, 'in order');
      last = versionOf(object);
      watched.set(object.metadata.name ?? '', object);
    }
    assert.deepEqual(summaries(watched.values()), summaries(items));
  });
});
