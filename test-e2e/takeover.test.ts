import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from './support/eventually.js';
import { startServer, type Server } from './support/server.js';

describe('a server whose data directory another one takes over', () => {
  let directory = '';
  let started: Server[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'takeover-'));
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((server) => server.crash()));
    await rm(directory, { recursive: true });
  });

  for (const workers of [1, 2]) {
    it(`loses no acknowledged write, authorizes no further request, and exits: --workers=${workers}`, () =>
      takeOver(workers)).timeout(120_000);
  }

  async function takeOver(workers: number): Promise<void> {
    const tokens = join(directory, 'tokens.csv');
    await writeFile(tokens, 'secret,jane,1\n');
    const flags = [`--data-dir=${join(directory, 'data')}`, `--token-auth-file=${tokens}`, `--workers=${workers}`];
    const former = await startServer(flags);
    started.push(former);
    await former.client.request({
      method: 'POST',
      path: '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings',
      body: {
        metadata: { name: 'jane' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
      },
    });
    const jane = createClient({
      transport: httpsTransport({ ...former.connection, credentials: { token: 'secret' } }),
    });
    const writing = write(former.client);
    const reading = read(jane);
    await eventually(async () => writing.acknowledged.length > 50 && reading.answers.length > 50, 'writes and reads');

    await pretendAnotherNamespace(join(directory, 'data', 'store'));
    const successor = await startServer(flags);
    started.push(successor);
    const { code, err } = await former.exited;
    assert.equal(code, 1, err);
    assert.match(err, /^error: \S+store has been taken over by another process, or was removed$/m);
    assert.doesNotMatch(err, /^ {4}at /m);
    await Promise.all([writing.ended, reading.ended]);
    await jane.close();

    const { items } = await successor.client.of(configMaps).namespace('default').list();
    const held = new Set(items.map(({ metadata }) => metadata.name));
    assert.deepEqual(
      writing.acknowledged.filter((name) => !held.has(name)),
      [],
    );
    const noticed = reading.answers.find(({ outcome }) => outcome === 'refused')?.ended ?? Infinity;
    assert.deepEqual(
      reading.answers.filter(({ began, outcome }) => outcome === 'answered' && began > noticed),
      [],
    );
  }
});

/** Pretends that the holder runs in another container, where its process is not visible. */
async function pretendAnotherNamespace(store: string): Promise<void> {
  const [name = ''] = (await readdir(store)).filter((each) => /^lock\.\d+$/.test(each));
  const lock = JSON.parse(await readFile(join(store, name), 'utf8')) as object;
  await writeFile(join(store, 'draft'), JSON.stringify({ ...lock, pidNamespace: 'pid:[1]' }));
  await rename(join(store, 'draft'), join(store, name));
}

/** Creates objects until the server stops. */
function write(client: Client): { readonly acknowledged: string[]; readonly ended: Promise<unknown> } {
  const acknowledged: string[] = [];
  const maps = client.of(configMaps).namespace('default');
  const writer = async (number: number): Promise<void> => {
    for (let i = 0; ; i++) {
      const name = `object-${number}-${i}`;
      try {
        await maps.create({ metadata: { name } });
        acknowledged.push(name);
      } catch (error) {
        if (!(error instanceof StatusError)) return;
        await pause(5);
      }
    }
  };
  return { acknowledged, ended: Promise.all([0, 1, 2, 3].map(writer)) };
}

interface Answer {
  readonly began: number;
  readonly ended: number;
  readonly outcome: 'answered' | 'refused';
}

/** Lists objects until the server stops. */
function read(client: Client): { readonly answers: Answer[]; readonly ended: Promise<unknown> } {
  const answers: Answer[] = [];
  const maps = client.of(configMaps).namespace('default');
  const reader = async (): Promise<void> => {
    for (;;) {
      const began = performance.now();
      try {
        await maps.list({ limit: 1 });
        answers.push({ began, ended: performance.now(), outcome: 'answered' });
      } catch (error) {
        if (!(error instanceof StatusError)) return;
        assert.equal(error.code, 503);
        answers.push({ began, ended: performance.now(), outcome: 'refused' });
      }
      await pause(1);
    }
  };
  return { answers, ended: Promise.all([reader(), reader()]) };
}
