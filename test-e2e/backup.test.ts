import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';
import { clientFromKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { startEtcd } from '@pilothouse/storage/etcd/testing.js';
import { eventually } from './support/eventually.js';
import { freePort } from './support/free-port.js';
import { toolPath } from './support/needs.js';
import { openPageShell, type PageShell } from './support/page-shell.js';
import { describePage } from './support/pages.js';
import { startServer, type Server } from './support/server.js';

describePage('docs/backup.md', ['ETCD', 'ETCDCTL', 'KUBECTL'], (page) => {
  let shell: PageShell;
  /** Cleanup functions of processes that a test started, called in reverse order. Each may be called twice. */
  const ends: (() => Promise<unknown>)[] = [];
  const path = (name: string): string => join(shell.directory, name);

  before(async () => {
    shell = await openPageShell({ tools: ['ETCDCTL', 'KUBECTL'] });
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  after(() => shell.close());

  async function follow(...sections: readonly string[]): Promise<void> {
    for (const block of page.take(...sections)) await shell.follow(block);
  }

  it('keeps everything acknowledged before a backup of an embedded store, and ends watches of clients', async () => {
    const server = await startServer([`--data-dir=${path('data')}`]);
    ends.push(server.crash);
    const writer = startWriter(server);
    await writer.has(20);
    const before = writer.acknowledged();
    await follow('The embedded store');
    await writer.has(before.length + 20);
    const last = await writer.stop();
    await server.stop();

    await follow('Restore the embedded store', 'Test a backup');
    const restored = await clientFromKubeconfig(await readFile(path('trial/kubeconfig'), 'utf8'));
    ends.push(restored.close);
    await holds(restored, before);
    const maps = restored.of(configMaps).namespace('default');
    const created = await maps.create({ metadata: { name: 'after' } });
    assert.ok(Number(created.metadata.resourceVersion) > last, 'no version comes again');
    const watch = maps.watch({ resourceVersion: String(last) })[Symbol.asyncIterator]();
    await assert.rejects(watch.next(), (error) => error instanceof StatusError && error.code === 410);
  }).timeout(120_000);

  it('keeps everything acknowledged before a backup of three etcd members', async () => {
    const etcd = await startEtcd({ members: 3 });
    ends.push(etcd.stop);
    const serve = (endpoints: readonly string[]): Promise<Server> =>
      startServer([`--etcd-servers=${endpoints.join(',')}`, `--data-dir=${path('etcd-data')}`], {}, 'apiserver');
    const members = await Promise.all(['m0', 'm1', 'm2'].map(async (name) => ({ name, ...(await addresses()) })));
    const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',');
    await shell.run(`export ETCDCTL_ENDPOINTS=${etcd.endpoints[0]} CLUSTER=${cluster}`);
    const server = await serve(etcd.endpoints);
    ends.push(server.crash);
    const writer = startWriter(server);
    await writer.has(20);
    const before = writer.acknowledged();
    // A linearizable read makes the member catch up with every acknowledged write.
    await shell.run('ETCDCTL_API=3 etcdctl get --consistency=l x');
    await follow('etcd');
    await writer.stop();
    await server.crash();
    await etcd.stop();

    await follow('Restore etcd');
    const started = members.map(({ name, client, peer }) =>
      spawn(
        toolPath('ETCD'),
        [
          `--name=${name}`,
          `--data-dir=${path(`restored/${name}`)}`,
          `--listen-client-urls=${client}`,
          `--advertise-client-urls=${client}`,
          `--listen-peer-urls=${peer}`,
        ],
        { stdio: 'ignore' },
      ),
    );
    ends.push(async () => started.forEach((child) => void child.kill('SIGKILL')));
    const healthy = async (client: string): Promise<boolean> =>
      fetch(`${client}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (const { client } of members) await eventually(() => healthy(client), `${client} is healthy`);
    const restored = await serve(members.map(({ client }) => client));
    ends.push(restored.crash);
    await holds(restored.client, before);
    await restored.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'after' } });
  }).timeout(120_000);

  it('has scripts that keep the configured number of backups and overwrite none', async () => {
    await shell.run('mkdir -p kept && for day in 1 2 3; do echo $day > kept/etcd-2026010${day}T000000Z.db; done');
    await shell.run(
      'mkdir -p fake && printf "#!/bin/sh\\nif [ \\$2 = save ]; then echo x > \\$3; fi\\n" > fake/etcdctl',
    );
    await shell.run('chmod +x fake/etcdctl');
    const said = await shell.run('PATH="$PWD/fake:$PATH" etcd-backup kept 2');
    assert.match(said, /^Wrote kept\/etcd-.*\.db\.\nRemoved kept\/etcd-20260102.*\nRemoved kept\/etcd-20260101.*\n$/);
    assert.match(await shell.run('etcd-backup kept none; echo $?'), /is not a number[^]*2\n$/);
    assert.match(await shell.run('etcd-restore a m0 m1=http://x restored-x; echo $?'), /has no member m0\n2\n$/);
    assert.match(await shell.run('etcd-restore a m0 m0=http://x kept; echo $?'), /is not overwritten\n1\n$/);
    // An invalid snapshot leaves no file.
    assert.match(await shell.run('etcd-restore kept/etcd-20260103*.db m0 m0=http://x restored-x; echo $?'), /\n1\n$/);
    assert.equal(await shell.run('ls -d restored-x* 2> /dev/null'), '');
  });
});

async function addresses(): Promise<{ readonly client: string; readonly peer: string }> {
  return { client: `http://127.0.0.1:${await freePort()}`, peer: `http://127.0.0.1:${await freePort()}` };
}

interface Writer {
  /** Resolves after this many acknowledged writes. */
  readonly has: (count: number) => Promise<void>;
  /** Names of the objects acknowledged so far. */
  readonly acknowledged: () => readonly string[];
  /** Resolves to the last resourceVersion. */
  readonly stop: () => Promise<number>;
}

/** Creates objects one after another. */
function startWriter({ client }: Server): Writer {
  const maps = client.of(configMaps).namespace('default');
  const names: string[] = [];
  const done = new AbortController();
  let version = 0;
  const writing = (async () => {
    while (!done.signal.aborted) {
      const { metadata } = await maps.create({ metadata: { name: `object-${names.length}` }, data: { is: 'whole' } });
      version = Number(metadata.resourceVersion);
      names.push(metadata.name ?? '');
      await pause(5);
    }
    return version;
  })();
  // Awaited in stop().
  writing.catch(() => undefined);
  return {
    has: (count) => eventually(async () => names.length >= count, `${count} objects`),
    acknowledged: () => [...names],
    stop() {
      done.abort();
      return writing;
    },
  };
}

async function holds(client: Client, names: readonly string[]): Promise<void> {
  const { items } = await client.of(configMaps).namespace('default').list();
  const whole = new Set(items.flatMap(({ metadata, data }) => (data?.['is'] === 'whole' ? [metadata.name] : [])));
  assert.deepEqual(
    names.filter((name) => !whole.has(name)),
    [],
  );
}
