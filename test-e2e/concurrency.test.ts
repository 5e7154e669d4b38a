import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { configMaps } from '@pilothouse/client/core.js';
import { describeOnStores, makePlace, type Place } from './support/place.js';
import { startServer, type Server } from './support/server.js';

const COUNTER = fileURLToPath(new URL('support/counter.ts', import.meta.url));
const ADDITIONS = 100;
const WRITERS = 8;
const ROUNDS = 20;

describeOnStores('many at once', [], (store) => {
  let place: Place;
  /** Two replicas where the store can be shared. */
  let servers: readonly Server[];
  before(async () => {
    place = await makePlace(store);
    const first = await startServer(place.flags);
    if (place.etcd === undefined) servers = [first];
    else servers = [first, await startServer([...place.flags, `--data-dir=${join(place.directory, 'other')}`])];
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await place.remove();
  });
  const server = (index: number): Server => {
    const found = servers[index % servers.length];
    assert.ok(found);
    return found;
  };

  it('two processes that change one object lose nothing', async () => {
    const maps = server(0).client.of(configMaps).namespace('default');
    await maps.create({ metadata: { name: 'counter' }, data: { value: '0' } });
    const count = async (index: number): Promise<number> => {
      const args = [...process.execArgv, COUNTER, server(index).kubeconfig, String(ADDITIONS)];
      return Number((await promisify(execFile)(process.execPath, args)).stdout);
    };
    const conflicts = await Promise.all([count(0), count(1)]);
    assert.equal((await maps.get('counter')).data?.['value'], String(2 * ADDITIONS));
    assert.ok(
      conflicts.some((each) => each > 0),
      'they did race',
    );
  });

  it('of many who create one object, one does', async () => {
    const create = async (writer: number): Promise<string> => {
      const maps = server(writer).client.of(configMaps).namespace('default');
      await maps.create({ metadata: { name: 'single' }, data: { writer: String(writer) } });
      return String(writer);
    };
    const results = await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => create(writer)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.reason] : []));
    const found = await server(1).client.of(configMaps).namespace('default').get('single');
    assert.deepEqual(winners, [found.data?.['writer']]);
    assert.deepEqual(new Set(reasons), new Set(['AlreadyExists']));
  });

  it('every watch has every event once and in order', async () => {
    const all = server(0).client.of(configMaps).namespace('default');
    const { resourceVersion } = await all.list();
    const watch = async (index: number): Promise<string[]> => {
      const events: string[] = [];
      const selection = { resourceVersion, fieldSelector: 'metadata.name!=kube-root-ca.crt' };
      for await (const { type, object } of server(index).client.of(configMaps).watch(selection)) {
        if (object.metadata.name === 'last') break;
        events.push(`${object.metadata.resourceVersion} ${type} ${object.metadata.name}`);
      }
      return events;
    };
    const watches = Array.from({ length: 4 }, (_, index) => watch(index));

    const write = async (writer: number): Promise<string[]> => {
      const maps = server(writer).client.of(configMaps).namespace('default');
      const name = `writer-${writer}`;
      const log: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const created = await maps.create({ metadata: { name } });
        const updated = await maps.update({ ...created, data: { round: String(round) } });
        log.push(
          ...[created, updated].map(
            (each, index) => `${each.metadata.resourceVersion} ${index === 0 ? 'ADDED' : 'MODIFIED'} ${name}`,
          ),
        );
        await maps.delete(name);
      }
      return log;
    };
    const written = (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).flat();
    await all.create({ metadata: { name: 'last' } });

    const version = (event: string): number => Number.parseInt(event, 10);
    const inOrder = written.sort((a, b) => version(a) - version(b));
    for (const events of await Promise.all(watches)) {
      assert.deepEqual(
        events.filter((event) => !event.includes('DELETED')),
        inOrder,
      );
      assert.equal(events.filter((event) => event.includes('DELETED')).length, WRITERS * ROUNDS);
      const versions = events.map(version);
      assert.deepEqual(
        versions,
        [...new Set(versions)].sort((a, b) => a - b),
      );
    }
  });
});
