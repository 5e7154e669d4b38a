import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { configMaps } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { asker, statusOf, type Ask } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { head, openRaw, type RawConnection } from './support/raw.js';
import { startServer, type Server } from './support/server.js';

const MEGABYTE = 1024 * 1024;
const COLLECTION = '/api/v1/namespaces/default/configmaps';
const CLIENTS = 50;
/** Enough for ten seats of the level of the users. */
const SEATS = 60;
const OBJECTS = 20;
const OBJECT_BYTES = 100 * 1024;

/** Users with all permissions, but outside the privileged groups. */
const USERS = ['noisy', 'quiet'] as const;
type UserName = (typeof USERS)[number];
const tokenOf = (user: UserName): string => `${user}-token`;

describe('overload', () => {
  let storage: TestStorage;
  let server: Server;
  const transports = new Map<UserName, Transport>();
  before(async () => {
    storage = await createTestStorage('embedded');
    const tokens = join(storage.directory, 'tokens.csv');
    await writeFile(tokens, USERS.map((user) => `${tokenOf(user)},${user},${user},busy\n`).join(''));
    server = await startServer([
      ...storage.flags,
      `--token-auth-file=${tokens}`,
      `--max-requests-inflight=${SEATS}`,
      `--max-mutating-requests-inflight=${SEATS}`,
      '--request-timeout=4s',
    ]);
    const admin = httpsTransport(server.connection);
    const group = 'rbac.authorization.k8s.io';
    const binding = {
      metadata: { name: 'busy' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: group, kind: 'Group', name: 'busy' }],
    };
    const target = `/apis/${group}/v1/clusterrolebindings`;
    assert.equal((await asker(admin)('POST', target, { body: JSON.stringify(binding) })).status, 201);
    await admin.close();
    const maps = server.client.of(configMaps).namespace('default');
    const data = { text: 'x'.repeat(OBJECT_BYTES) };
    for (let index = 0; index < OBJECTS; index++) await maps.create({ metadata: { name: `large-${index}` }, data });
    const { url, caPem } = server.connection;
    for (const user of USERS) {
      transports.set(user, httpsTransport({ url, ...(caPem && { caPem }), credentials: { token: tokenOf(user) } }));
    }
  });
  after(async () => {
    for (const transport of transports.values()) await transport.close();
    await server.stop();
    await storage.remove();
  });

  function as(user: UserName): Ask {
    const transport = transports.get(user);
    assert.ok(transport);
    return asker(transport);
  }

  /** A connection without a client certificate. */
  function openBare(): Promise<RawConnection> {
    const { url, caPem, namespace } = server.connection;
    return openRaw({ url, namespace, ...(caPem && { caPem }) });
  }

  async function openMany(count: number): Promise<RawConnection[]> {
    const all: RawConnection[] = [];
    while (all.length < count) all.push(...(await Promise.all(Array.from({ length: 50 }, openBare))));
    return all;
  }

  const authorized = (user: UserName): string => `authorization: Bearer ${tokenOf(user)}`;

  describe('by one user', () => {
    /** Rounds of many concurrent requests. Returns their statuses. */
    async function flood(isOver: () => boolean): Promise<number[]> {
      const statuses: number[] = [];
      const ask = as('noisy');
      const client = async (): Promise<void> => {
        while (!isOver()) {
          const answer = await ask('GET', `${COLLECTION}?limit=1`);
          if (answer.status === 429) {
            assert.equal(statusOf(answer).reason, 'TooManyRequests');
            assert.match(answer.headers['retry-after'] ?? '', /^[1-8]$/);
          }
          statuses.push(answer.status);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return statuses;
    }

    it('does not starve other users, and its memory use does not grow with time', async () => {
      const sizes: number[] = [];
      for (let round = 0; round < 3; round++) {
        let isOver = false;
        const flooding = flood(() => isOver);
        for (let count = 0; count < 20; count++) {
          const { status, text } = await as('quiet')('GET', `${COLLECTION}?limit=1`);
          assert.equal(status, 200, text.slice(0, 500));
        }
        assert.equal((await as('quiet')('GET', '/readyz')).status, 200);
        isOver = true;
        const statuses = await flooding;
        assert.deepEqual(
          statuses.filter((status) => status !== 200 && status !== 429),
          [],
        );
        sizes.push(await residentBytes(server.pid));
      }
      const [first = 0, , last = 0] = sizes;
      assert.ok(last < first * 1.2 + 64 * MEGABYTE, sizes.map((size) => Math.round(size / MEGABYTE)).join(' '));
    });

    it('whose request bodies never end leaves capacity for others', async () => {
      const raws = await openMany(50);
      const headers = [authorized('noisy'), 'content-type: application/json', 'content-length: 1000'];
      for (const raw of raws) await raw.write(head('POST', COLLECTION, headers));
      const body = JSON.stringify({ metadata: { name: 'quiet' } });
      await eventually(async () => (await as('quiet')('POST', COLLECTION, { body })).status !== 429);
      assert.equal((await as('quiet')('GET', `${COLLECTION}/quiet`)).status, 200);
      for (const text of await Promise.all(raws.map(({ ended }) => ended)))
        assert.match(text, /^(HTTP\/1\.1 (4|504)|$)/);
    });

    it('who reads none of large lists loses these connections and their seats', async () => {
      const raws = await openMany(50);
      for (const raw of raws) {
        raw.socket.pause();
        await raw.write(head('GET', COLLECTION, [authorized('noisy')]).repeat(10));
      }
      await eventually(async () => (await as('quiet')('GET', `${COLLECTION}?limit=1`)).status === 200);
      await eventually(async () => (await as('noisy')('GET', `${COLLECTION}?limit=1`)).status === 200);
      for (const { socket } of raws) socket.destroy();
    });
  });

  it('of 1,000 pipelined requests on one connection is answered in order', async () => {
    const raw = await openBare();
    const names = Array.from({ length: 1000 }, (_, index) => `missing-${index}`);
    const requests = names.map((name) => head('GET', `${COLLECTION}/${name}`, [authorized('noisy')]));
    void raw.write([...requests, head('GET', '/readyz', ['connection: close'])].join(''));
    const answers = (await raw.ended).split(/(?=HTTP\/1\.1 )/);
    assert.match(answers.pop() ?? '', /^HTTP\/1\.1 200 [^]*\r\n\r\nok$/);
    assert.equal(answers.length, names.length);
    for (const [index, answer] of answers.entries()) {
      if (answer.startsWith('HTTP/1.1 404 ')) assert.ok(answer.includes(`configmaps \\"${names[index]}\\" not found`));
      else assert.match(answer, /^HTTP\/1\.1 429 [^]*\r\nretry-after: \d\r\n/);
    }
  });

  it('does not count established watches', async () => {
    const raws = await openMany(50);
    for (const raw of raws) {
      await raw.write(
        head('GET', `${COLLECTION}?watch=1&fieldSelector=metadata.name%3Dlarge-0`, [authorized('noisy')]),
      );
    }
    for (const raw of raws) await raw.received(/HTTP\/1\.1 200 [^]*"type":"ADDED"/);
    assert.equal((await as('noisy')('GET', `${COLLECTION}?limit=1`)).status, 200);
    for (const { socket } of raws) socket.destroy();
  });

  it('of cancelled requests leaves nothing behind', async () => {
    for (let round = 0; round < 5; round++) {
      const raw = await openBare();
      await raw.write(head('GET', COLLECTION, [authorized('noisy')]).repeat(200));
      await pause(20);
      raw.socket.destroy();
    }
    await eventually(async () => (await as('noisy')('GET', `${COLLECTION}?limit=1`)).status === 200);
  });

  it('of 500 nearly idle connections delays no other client, and they are closed', async () => {
    const raws = await openMany(500);
    const trickle = async (raw: RawConnection): Promise<void> => {
      await raw.write('GET /version HTTP/1.1\r\nhost: test\r\nx: ');
      while (!raw.socket.destroyed) {
        await raw.write('x');
        await pause(200);
      }
    };
    const trickling = raws.map(trickle);
    assert.equal((await as('quiet')('GET', `${COLLECTION}?limit=1`)).status, 200);
    for (const text of await Promise.all(raws.map(({ ended }) => ended))) assert.match(text, /^(HTTP\/1\.1 408 |$)/);
    await Promise.all(trickling);
  });

  it('of oversized request heads is rejected', async () => {
    const raws = await openMany(50);
    for (const raw of raws) void raw.write(head('GET', '/version', [`x: ${'a'.repeat(100_000)}`]));
    for (const text of await Promise.all(raws.map(({ ended }) => ended))) assert.match(text, /^(HTTP\/1\.1 431 |$)/);
    assert.equal((await as('quiet')('GET', '/version')).status, 200);
  });
});

async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
