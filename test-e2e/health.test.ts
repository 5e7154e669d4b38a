import assert from 'node:assert/strict';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { configMaps } from '@pilothouse/client/core.js';
import { eventually } from './support/eventually.js';
import { freePort } from './support/free-port.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { openRaw } from './support/raw.js';
import { runCommand, startServer } from './support/server.js';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request over a new connection. Returns answers of all status codes. */
async function ask({ connection }: { readonly connection: HttpsTransportOptions }, path: string): Promise<Answer> {
  const transport = httpsTransport(connection);
  try {
    const { status, body } = await transport.request({ method: 'GET', target: path, headers: {} });
    return { status, text: Buffer.from(await collect(body)).toString() };
  } finally {
    await transport.close();
  }
}

const PASSES: Answer = { status: 200, text: 'ok' };

describeOnStores('health', [], (store) => {
  const checks = [
    'ping',
    'log',
    store === 'etcd' ? 'etcd' : 'store',
    'poststarthook/bootstrap-controller',
    'poststarthook/scheduling/bootstrap-system-priority-classes',
    'poststarthook/priority-and-fairness-config-producer',
    'poststarthook/start-service-ip-allocation',
    'poststarthook/kube-apiserver-autoregistration',
    'poststarthook/rbac/bootstrap-roles',
  ];
  let storage: TestStorage;
  before(async () => {
    storage = await createTestStorage(store);
  });
  after(() => storage.remove());

  it('is reported as a whole and for each check', async () => {
    const server = await startServer(storage.flags);
    for (const endpoint of ['healthz', 'livez', 'readyz']) {
      assert.deepEqual(await ask(server, `/${endpoint}`), PASSES);
      const { text } = await ask(server, `/${endpoint}?verbose`);
      for (const name of checks) assert.ok(text.includes(`[+]${name} ok\n`), name);
      assert.ok(text.endsWith(`\n${endpoint} check passed\n`), text);
    }
    for (const name of [...checks, 'informer-sync', 'admission-services', 'shutdown']) {
      assert.deepEqual(await ask(server, `/readyz/${name}`), PASSES, name);
    }
    assert.equal((await ask(server, '/readyz/none')).status, 404);
    await server.stop();
  });
});

describe('shutdown of a server', () => {
  let storage: TestStorage;
  beforeEach(async () => {
    storage = await createTestStorage('embedded');
  });
  afterEach(() => storage.remove());

  it('is announced by /readyz alone while everything is still served', async () => {
    const server = await startServer(['--shutdown-delay-duration=3s', ...storage.flags]);
    const maps = server.client.of(configMaps).namespace('default');
    const { resourceVersion } = await maps.list();
    // The label leaves out the config maps of the controllers.
    const watch = maps.watch({ resourceVersion, labelSelector: 'app=late' })[Symbol.asyncIterator]();
    server.kill('SIGTERM');
    await eventually(async () => (await ask(server, '/readyz')).status === 500, 'a server that is not ready');
    const { text } = await ask(server, '/readyz?verbose');
    assert.ok(text.includes('[-]shutdown failed: reason withheld\n') && text.endsWith('readyz check failed\n'), text);
    assert.deepEqual(await ask(server, '/readyz/shutdown'), {
      status: 500,
      text: 'internal server error: process is shutting down\n',
    });
    assert.deepEqual(await ask(server, '/livez'), PASSES);
    assert.deepEqual(await ask(server, '/healthz'), PASSES);
    await maps.create({ metadata: { name: 'late', labels: { app: 'late' } } });
    assert.equal((await watch.next()).value?.object.metadata.name, 'late');
    const rest = await watch.next();
    assert.equal(rest.done, true, 'the watch ends as watches do');
    const { code, err } = await server.exited;
    assert.deepEqual([code, err], [0, '']);
    await server.client.close();
  });

  it('lets requests in flight finish, and sends GOAWAY', async () => {
    const server = await startServer(storage.flags);
    const raw = await openRaw(server.connection);
    const body = JSON.stringify({ metadata: { name: 'slow' } });
    const head = `POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    await raw.write(head + body.slice(0, 5));
    // Reads the first bytes of the answer.
    assert.deepEqual(await ask(server, '/livez'), PASSES);
    server.kill('SIGTERM');
    await server.printed(/Stopping/);
    await eventually(
      () =>
        ask(server, '/livez').then(
          () => false,
          () => true,
        ),
      'a server that takes no connections',
    );
    await raw.write(body.slice(5));
    const answer = await raw.ended;
    assert.match(answer, /^HTTP\/1\.1 201 /);
    assert.match(answer, /\r\nconnection: close\r\n/i);
    const { code, err } = await server.exited;
    assert.deepEqual([code, err], [0, '']);
    await server.client.close();
  });

  it('is immediate on a second signal, also during the delay', async () => {
    const server = await startServer(['--shutdown-delay-duration=10m', ...storage.flags]);
    server.kill('SIGTERM');
    await eventually(async () => (await ask(server, '/readyz')).status === 500, 'a server that is not ready');
    // A second signal right after the first counts as a duplicate.
    await eventually(async () => {
      server.kill('SIGTERM');
      return ask(server, '/livez').then(
        () => false,
        () => true,
      );
    }, 'the end');
    assert.equal((await server.exited).code, 143);
    await server.client.close();
  });
});

describeWith(['ETCD'], 'a start without etcd', () => {
  it('is reported as alive and not ready, and completes as soon as etcd answers', async () => {
    const storage = await createTestStorage('etcd');
    const port = await freePort();
    const transport = httpsTransport({ url: `https://127.0.0.1:${port}`, insecureSkipVerify: true });
    const get = async (target: string): Promise<Answer & { readonly retryAfter: string | undefined }> => {
      const { status, headers, body } = await transport.request({ method: 'GET', target, headers: {} });
      return { status, retryAfter: headers['retry-after'], text: Buffer.from(await collect(body)).toString() };
    };
    const steps = checksOfStart.map((name) => `[-]poststarthook/${name} failed: reason withheld\n`).join('');
    await storage.etcd?.kill(0);
    const server = runCommand(['up', `--secure-port=${port}`, '--livez-grace-period=1h', ...storage.flags]);
    try {
      await eventually(async () => (await get('/livez').catch(() => undefined)) !== undefined);
      assert.deepEqual((await get('/livez?exclude=etcd')).status, 200);
      assert.equal(
        (await get('/healthz?exclude=etcd')).text,
        `[+]ping ok\n[+]log ok\n[+]etcd excluded: ok\n${steps}healthz check failed\n`,
      );
      const ready = await get('/readyz?exclude=etcd');
      assert.equal(ready.status, 500);
      assert.ok(ready.text.includes(steps), ready.text);
      const { status, retryAfter, text } = await get('/api/v1/namespaces');
      assert.deepEqual([status, retryAfter], [503, '1'], text);
      assert.equal(server.out(), '');
      await storage.etcd?.restart(0);
      await server.printed(/is ready at/);
      assert.deepEqual(
        await ask({ connection: { url: `https://127.0.0.1:${port}`, insecureSkipVerify: true } }, '/readyz'),
        PASSES,
      );
      assert.match(server.err(), /"msg":"waiting for etcd at /);
    } finally {
      await transport.close();
      server.kill('SIGTERM');
      const { code } = await server.exited;
      await storage.remove();
      assert.equal(code, 0);
    }
  });
});

const checksOfStart = [
  'bootstrap-controller',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'start-service-ip-allocation',
  'kube-apiserver-autoregistration',
  'rbac/bootstrap-roles',
];
