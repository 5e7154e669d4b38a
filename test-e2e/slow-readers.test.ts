import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { configMaps } from '@pilothouse/client/core.js';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { bodyOf, head, openRaw, type RawConnection } from './support/raw.js';
import { startServer, type Server } from './support/server.js';

const MEGABYTE = 1024 * 1024;
const TEXT = 'x'.repeat(500 * 1024);
const OBJECTS = 40;
const READERS = 8;
/** Bound on additional memory for lists. Serialized whole for each reader, they would take 160 MB. */
const LIST_ALLOWANCE = 80 * MEGABYTE;
/** Bound on additional memory for watches: a few events for each reader. Buffered for all of them, they would take 320 MB. */
const WATCH_ALLOWANCE = 180 * MEGABYTE;

describe('clients that read slowly', () => {
  let storage: TestStorage;
  let server: Server;
  before(async function () {
    if (process.platform !== 'linux') this.skip();
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
    const maps = server.client.of(configMaps).namespace('default');
    for (let index = 0; index < OBJECTS; index++) {
      await maps.create({ metadata: { name: `large-${index}` }, data: { text: TEXT } });
    }
    await maps.list();
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  /** Connections that send a request and read nothing beyond the socket buffers. */
  const openReaders = (target: string): Promise<RawConnection[]> =>
    Promise.all(
      Array.from({ length: READERS }, async () => {
        const raw = await openRaw(server.connection);
        await raw.write(head('GET', target, ['connection: close']));
        await raw.received(/\r\n\r\n/);
        raw.socket.pause();
        return raw;
      }),
    );

  it('get all of a large list in the end, at little memory', async () => {
    const before = await residentBytes(server.pid);
    const readers = await openReaders('/api/v1/configmaps');
    await pause(500);
    const growth = (await residentBytes(server.pid)) - before;
    assert.ok(growth < LIST_ALLOWANCE, `${Math.round(growth / MEGABYTE)} MB more`);
    await answersOthers(server);
    for (const { socket } of readers) socket.resume();
    for (const text of await Promise.all(readers.map(({ ended }) => ended))) {
      const { items } = JSON.parse(bodyOf(text)) as { items: ConfigMap[] };
      assert.equal(items.filter(({ metadata }) => metadata.name?.startsWith('large-')).length, OBJECTS);
    }
  });

  it('miss no event of a watch unless they are told so, at little memory', async () => {
    const maps = server.client.of(configMaps).namespace('default');
    const { resourceVersion } = await maps.list();
    const before = await residentBytes(server.pid);
    const readers = await openReaders(`/api/v1/configmaps?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=4`);
    const versions: string[] = [];
    for (let round = 0; round < 2 * OBJECTS; round++) {
      const { metadata } = await maps.update({
        metadata: { name: 'large-0' },
        data: { text: TEXT, round: String(round) },
      });
      versions.push(metadata.resourceVersion ?? '');
    }
    const growth = (await residentBytes(server.pid)) - before;
    assert.ok(growth < WATCH_ALLOWANCE, `${Math.round(growth / MEGABYTE)} MB more`);
    await answersOthers(server);
    for (const { socket } of readers) socket.resume();
    for (const text of await Promise.all(readers.map(({ ended }) => ended))) {
      const seen = [...bodyOf(text).matchAll(/"resourceVersion":"(\d+)"/g)].map(([, version]) => version);
      assert.deepEqual(seen, versions.slice(0, seen.length), 'a beginning of all events, with no hole');
      assert.ok(seen.length > 0);
    }
  });
});

async function answersOthers({ client }: Server): Promise<void> {
  const began = performance.now();
  await client.of(configMaps).namespace('default').get('large-1');
  assert.ok(performance.now() - began < 20_000, 'others are served meanwhile');
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
