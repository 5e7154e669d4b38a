import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secrets } from '@pilothouse/client/core.js';
import { clientFromKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { namespaces } from '@pilothouse/client/core.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing/index.js';
import { createKubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { openPageShell } from './support/page-shell.js';
import { describePage } from './support/pages.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { runCommand, runToEnd, startServer, type Exit } from './support/server.js';

const PLAN = `
authorities: [{name: ca, commonName: Root}]
certificates:
- {name: web, authority: ca, commonName: kube-apiserver, hosts: [127.0.0.1, localhost], usages: [server]}
- {name: admin, authority: ca, commonName: ann, organizations: ['system:masters'], usages: [client]}
keys: [{name: sa}]
kubeconfigs: [{name: config, certificate: admin, authority: ca, server: 'https://127.0.0.1:6443'}]
`;
const NAMES = ['admin', 'ca', 'config', 'sa', 'web'];

describeWith(['KUBECTL'], 'pilothouse certificates', () => {
  let storage: TestStorage;
  let host: ControlPlane;
  let afterKill: Promise<Exit>;
  const file = (name: string): string => join(storage.directory, name);
  const inDirectory = (): readonly string[] => [
    'certificates',
    `--config=${file('plan.yaml')}`,
    `--directory=${file('files')}`,
  ];
  const inCluster = (namespace: string): readonly string[] => [
    'certificates',
    `--config=${file('plan.yaml')}`,
    `--namespace=${namespace}`,
    `--kubeconfig=${file('host.kubeconfig')}`,
  ];

  before(async () => {
    storage = await createTestStorage('embedded');
    await writeFile(file('plan.yaml'), PLAN);
    // A killed holder counts as dead only after some seconds. Other tests cover that.
    const killed = runCommand(inDirectory());
    await killed.printed(/made authority/);
    killed.kill('SIGKILL');
    await killed.exited;
    afterKill = runCommand(inDirectory()).exited;
    host = await startControlPlane();
    await writeFile(file('host.kubeconfig'), host.kubeconfig);
    for (const name of ['raced', 'foreign']) await host.client.of(namespaces).create({ metadata: { name } });
  });
  after(async () => {
    await afterKill;
    await host.stop();
    await storage.remove();
  });

  it('creates Secrets in the format of cert-manager, also when two processes run at once, and then leaves them unchanged', async () => {
    const exits = await Promise.all([1, 2].map(() => runToEnd(...inCluster('raced'))));
    for (const { code, err } of exits) assert.deepEqual([code, err], [0, '']);
    const made = exits.flatMap(({ out }) => out.split('\n').filter((line) => line.startsWith('made')));
    assert.equal(made.length, NAMES.length);
    const list = () =>
      host.client.of(secrets).namespace('raced').list({ labelSelector: 'app.kubernetes.io/managed-by=pilothouse' });
    const { items } = await list();
    assert.deepEqual(
      items.map(({ metadata: { name }, type, data = {} }) => [name, type, Object.keys(data).sort().join()]),
      [
        ['admin', 'kubernetes.io/tls', 'ca.crt,tls.crt,tls.key'],
        ['ca', 'kubernetes.io/tls', 'ca.crt,tls.crt,tls.key'],
        ['config', 'Opaque', 'kubeconfig'],
        ['sa', 'Opaque', 'sa.key,sa.pub'],
        ['web', 'kubernetes.io/tls', 'ca.crt,tls.crt,tls.key'],
      ],
    );
    const { out } = await runToEnd(...inCluster('raced'));
    assert.ok(
      out
        .trim()
        .split('\n')
        .every((line) => line.startsWith('kept ')),
      out,
    );
    assert.deepEqual(await list(), { ...(await list()), items });
  });

  it('leaves Secrets of other owners unchanged, and creates the rest', async () => {
    const all = host.client.of(secrets).namespace('foreign');
    const { metadata } = await all.create({ metadata: { name: 'web' }, type: 'Opaque', data: { 'tls.crt': 'eA==' } });
    const { code, err } = await runToEnd(...inCluster('foreign'));
    assert.equal(code, 1);
    assert.match(
      err,
      /^error: the Secret foreign\/web must change \(it cannot be read\), but this program does not own it .*\n$/,
    );
    assert.equal((await all.get('web')).metadata.resourceVersion, metadata.resourceVersion);
    const made = (await all.list()).items.map(({ metadata: { name } }) => name);
    assert.deepEqual(
      made.filter((name) => NAMES.includes(name ?? '')),
      NAMES,
    );
  });

  it('keeps what others have added to its Secrets', async () => {
    const all = host.client.of(secrets).namespace('raced');
    await all.patch('sa', {
      type: 'merge',
      value: { metadata: { annotations: { by: 'helm' } }, data: { note: 'eA==' } },
    });
    const { out } = await runToEnd(...inCluster('raced'), '--rotate-keys');
    assert.match(out, /updated key sa: a new successor signs/);
    const { metadata, data = {} } = await all.get('sa');
    assert.equal(metadata.annotations?.['by'], 'helm');
    assert.deepEqual(Object.keys(data).sort(), ['next.key', 'next.since', 'note', 'sa.key', 'sa.pub']);
    assert.equal(
      Buffer.from(data['sa.pub'] ?? '', 'base64')
        .toString()
        .match(/BEGIN/g)?.length,
      2,
    );
  });

  describePage('docs/certificates.md', [], ({ files, take }) => {
    it('behaves as its page describes', async () => {
      await host.client.of(namespaces).create({ metadata: { name: 'pilothouse' } });
      const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));
      const shell = await openPageShell({ tools: [], files: { ...texts, 'host.kubeconfig': host.kubeconfig } });
      try {
        for (const block of take()) await shell.follow(block);
      } finally {
        await shell.close();
      }
    });
  });

  it('reports a missing namespace and an unreachable server', async () => {
    const missing = await runToEnd(...inCluster('nowhere'));
    assert.deepEqual([missing.code, missing.err], [1, 'error: namespaces "nowhere" not found\n']);
    const text = host.kubeconfig.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1');
    await writeFile(file('gone.kubeconfig'), text);
    const gone = await runToEnd(...inCluster('raced'), `--kubeconfig=${file('gone.kubeconfig')}`);
    assert.equal(gone.code, 1);
    assert.match(gone.err, /^error: https:\/\/127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/);
  });

  it('continues after a kill, and a server and kubectl work with the files', async () => {
    const { code, out, err } = await afterKill;
    assert.deepEqual([code, err, out.split('\n')[0]?.startsWith('kept authority ca')], [0, '', true], out);
    const names = await readdir(file('files'));
    assert.equal((await stat(file('files'))).mode & 0o777, 0o700);
    const own = names.filter((name) => !name.startsWith('.lock')).sort();
    assert.equal(
      own.join(' '),
      'admin-bundle.crt admin.crt admin.key ca-bundle.crt ca.crt ca.key config.kubeconfig ' +
        'sa.key sa.pub web-bundle.crt web.crt web.key',
    );
    const at = (name: string): string => join(file('files'), name);
    const server = await startServer([
      ...storage.flags,
      `--tls-cert-file=${at('web.crt')}`,
      `--tls-private-key-file=${at('web.key')}`,
      `--client-ca-file=${at('ca-bundle.crt')}`,
      `--service-account-signing-key-file=${at('sa.key')}`,
      `--service-account-key-file=${at('sa.pub')}`,
    ]);
    try {
      const text = (await readFile(at('config.kubeconfig'), 'utf8')).replace('https://127.0.0.1:6443', server.url);
      const client = await clientFromKubeconfig(text);
      assert.ok((await client.of(namespaces).get('default')).metadata.uid);
      await client.close();
      const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: at('config.kubeconfig'), home: storage.directory });
      const who = JSON.parse(await kubectl(['auth', 'whoami', `--server=${server.url}`, '-o', 'json'])) as {
        status: { userInfo: { username: string } };
      };
      assert.equal(who.status.userInfo.username, 'ann');
      assert.match(await kubectl(['create', 'token', 'default', `--server=${server.url}`]), /^ey/);
    } finally {
      await server.stop();
    }
  });
});
