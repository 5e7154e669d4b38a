import assert from 'node:assert/strict';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import type { Collection } from '@pilothouse/client/collection.js';
import { configMaps } from '@pilothouse/client/core.js';
import { definitionOf, namespacedIn, type CustomObject } from './support/definitions.js';
import { eventually } from './support/eventually.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

const WRITERS = 6;
/** The number of acknowledged writes after which the server is killed. */
const WRITES = 250;
const OBJECTS = 1000;
const GROUP = 'crash.example.io';

describeOnStores('custom resources and kill -9', [], (store) => {
  let storage: TestStorage;
  let server: Server;

  beforeEach(async () => {
    storage = await createTestStorage(store);
    server = await startServer(storage.flags);
  });
  afterEach(async () => {
    await server.stop();
    await storage.remove();
  });

  const widgets = (group = GROUP): Collection<CustomObject> =>
    server.client.of(namespacedIn(group)).namespace('default');
  const namesOf = async (objects: Collection<CustomObject>): Promise<string[]> =>
    (await objects.list()).items.map(({ metadata }) => metadata.name ?? '');
  const define = (group = GROUP): Promise<unknown> =>
    server.client.of(customResourceDefinitions).create(definitionOf({ group }));
  const restart = async (): Promise<void> => {
    server = await startServer([`--secure-port=${server.port}`, ...storage.flags]);
  };

  it('during writes of definitions and objects: no acknowledged write is lost, and watches resume', async () => {
    await define();
    const { resourceVersion } = await widgets().list();
    const acknowledged = new Map<string, CustomObject>();
    const defined: string[] = [];
    const watched = new Map<string, CustomObject>();
    let lastWatched = resourceVersion;
    let count = 0;
    let onEnough: () => void = () => undefined;
    const enough = new Promise<void>((resolve) => {
      onEnough = resolve;
    });

    const watch = async (): Promise<void> => {
      for await (const { object } of widgets().watch({ resourceVersion })) {
        lastWatched = object.metadata.resourceVersion ?? '';
        watched.set(object.metadata.name ?? '', object);
      }
    };
    const write = async (writer: number): Promise<void> => {
      let object = await widgets().create({ metadata: { name: `writer-${writer}` }, spec: { size: 1 } });
      for (let size = 2; ; size++) {
        acknowledged.set(object.metadata.name ?? '', object);
        if (++count >= WRITES && defined.length > 5) onEnough();
        object = await widgets().update({ ...object, spec: { size } });
      }
    };
    const defineMore = async (): Promise<void> => {
      for (let number = 0; ; number++) {
        const group = `g${number}.example.io`;
        await define(group);
        defined.push(group);
        const { metadata, spec } = await widgets(group).create({ metadata: { name: 'x' }, spec: { size: number + 1 } });
        acknowledged.set(`${group}/${metadata.name}`, { metadata, ...(spec && { spec }) });
        // A kind that changes while its objects are written.
        const shortNames = [`w${number}`];
        await server.client
          .of(customResourceDefinitions)
          .patch(`widgets.${GROUP}`, { type: 'merge', value: { spec: { names: { shortNames } } } });
      }
    };
    const all = Promise.allSettled([
      watch(),
      defineMore(),
      ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ]);
    await enough;
    await server.crash();
    await all;
    await restart();

    for (const [name, object] of acknowledged) {
      const [group, ofGroup] = name.includes('/') ? name.split('/') : [GROUP, name];
      const found = await widgets(group).get(ofGroup ?? '');
      const ahead = (found.spec?.size ?? 0) - (object.spec?.size ?? 0);
      // One more write may have been in flight.
      assert.ok(ahead === 0 || ahead === 1, `${name} is ${ahead} rounds ahead`);
      assert.equal(found.metadata.uid, object.metadata.uid);
      if (ahead === 0) assert.equal(found.metadata.resourceVersion, object.metadata.resourceVersion);
    }
    for (const group of defined) await widgets(group).create({ metadata: { name: 'after' } });

    await widgets().create({ metadata: { name: 'end' } });
    for await (const { object } of resumed(lastWatched)) {
      if (object.metadata.name === 'end') break;
      watched.set(object.metadata.name ?? '', object);
    }
    const present = (await widgets().list()).items.filter(({ metadata }) => metadata.name !== 'end');
    assert.deepEqual(present.map(stateOf).sort(), [...watched.values()].map(stateOf).sort());
  }).timeout(60_000);

  /** A watch that is resumed when it ends, as a change of its definition makes it. */
  async function* resumed(from: string): AsyncGenerator<{ readonly object: CustomObject }> {
    for (let resourceVersion = from; ;) {
      for await (const event of widgets().watch({ resourceVersion })) {
        resourceVersion = event.object.metadata.resourceVersion ?? '';
        yield event;
      }
    }
  }

  it(`during the deletion of a definition with ${OBJECTS} objects: the deletion is finished after the restart`, async () => {
    await Promise.all([define(), define('other.example.io')]);
    const queue = Array.from({ length: OBJECTS }, (_, index) => `w-${index}`).values();
    const fill = async (): Promise<void> => {
      for (const name of queue) await widgets().create({ metadata: { name } });
    };
    await Promise.all(Array.from({ length: 16 }, fill));
    await widgets('other.example.io').create({ metadata: { name: 'kept' } });
    // The finalizer keeps the deletion from finishing before the server is killed.
    await widgets().create({ metadata: { name: 'held', finalizers: ['example.io/hold'] } });
    const owner = await widgets().get('w-999');
    const { uid = '' } = owner.metadata;
    const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Widget', name: 'w-999', uid }];
    const maps = server.client.of(configMaps).namespace('default');
    await maps.create({ metadata: { name: 'owned', ownerReferences } });

    await server.client.of(customResourceDefinitions).delete(`widgets.${GROUP}`);
    await eventually(
      async () => (await widgets().list({ limit: 1 })).items[0]?.metadata.name !== 'w-0',
      'some are gone',
    );
    await server.crash();
    await restart();

    const { client } = server;
    await eventually(async () => String(await namesOf(widgets())) === 'held', 'one object left');
    await widgets().patch('held', { type: 'merge', value: { metadata: { finalizers: null } } });
    const definitions = client.of(customResourceDefinitions);
    await eventually(async () => {
      const names = (await definitions.list()).items.map(({ metadata }) => metadata.name);
      return String(names) === 'widgets.other.example.io';
    }, 'one definition left');
    await assert.rejects(widgets().list(), { reason: 'NotFound' });
    assert.deepEqual(await namesOf(widgets('other.example.io')), ['kept']);
    await define();
    assert.deepEqual(await namesOf(widgets()), []);
    await eventually(async () => {
      const left = await client.of(configMaps).namespace('default').list();
      return !left.items.some(({ metadata }) => metadata.name === 'owned');
    }, 'what an object of it owned is gone');
  }).timeout(60_000);
});

function stateOf({ metadata, spec }: CustomObject): string {
  return `${metadata.name} ${metadata.resourceVersion} ${spec?.size}`;
}
