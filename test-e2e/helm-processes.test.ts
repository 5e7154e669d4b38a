import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { clientFromKubeconfig, readKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { pods, secrets, serviceAccounts } from '@pilothouse/client/core.js';
import type { Client } from '@pilothouse/client/client.js';
import { asker, askOnce, type Ask } from './support/ask.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { eventually } from './support/eventually.js';
import { createHelm, FULLNAME, NAMESPACE, type Helm, type Rendered } from './support/helm.js';
import { podsOf } from './support/helm-pods.js';
import { placeContainers, runContainer, runEtcd, runScript, type Containers } from './support/helm-processes.js';
import { VALUE_SETS } from './support/helm-values.js';
import { describeWith, toolPath } from './support/needs.js';
import { runToEnd, type Command } from './support/server.js';

/** Where the service account of the certificates job and its permissions are created. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  ServiceAccount: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`,
  Role: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/roles`,
  RoleBinding: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/rolebindings`,
};
const ACCOUNT = `${FULLNAME}-certificates-hook`;
const COMPONENTS = ['token-review', 'admission', 'apiserver', 'controller-manager', 'console'] as const;

/** Every container of the chart with its own arguments, files and probes, as processes of this machine. */
describeWith(['ETCD', 'HELM'], 'programs of the chart', () => {
  let helm: Helm;
  let host: ControlPlane;
  let containers: Containers;
  let objects: readonly Rendered[];
  let token: string;
  let client: Client;
  let ca: string;
  let url: string;
  const running = new Map<string, Command>();
  const stops: (() => Promise<unknown>)[] = [];

  before(async () => {
    [helm, host] = await Promise.all([createHelm(), startControlPlane()]);
    stops.push(helm.remove, host.stop);
    const users = join(helm.directory, 'users.json');
    const added = await runToEnd('token-review', 'users', 'add', 'ann', '--group=dev', `--users-file=${users}`);
    token = added.out.trim();
    const more = ['--set-file', `tokenReview.users.content=${users}`, '--set', 'apiserver.shutdownDelaySeconds=2'];
    objects = await helm.render(VALUE_SETS['one of each'], more);
    containers = await placeContainers({
      objects,
      directory: helm.directory,
      secret: (name) => host.client.of(secrets).namespace(NAMESPACE).get(name),
    });
  });
  after(async () => {
    for (const command of running.values()) command.kill('SIGKILL');
    await Promise.all([...running.values()].map(({ exited }) => exited));
    await client?.close();
    for (const stop of stops.toReversed()) await stop();
  });

  it('get certificates from a job whose account has no other permissions', async () => {
    const ask = asker(httpsTransport(await readKubeconfig(host.kubeconfig)));
    const post = async (path: string, body: unknown) => {
      const answer = await ask('POST', path, { body: JSON.stringify(body) });
      assert.equal(answer.status, 201, answer.text);
      return JSON.parse(answer.text) as { readonly status?: { readonly token: string } };
    };
    await post('/api/v1/namespaces', { metadata: { name: NAMESPACE } });
    for (const object of objects.filter(({ metadata }) => metadata.name === ACCOUNT)) {
      const path = COLLECTIONS[object.kind];
      if (path !== undefined) await post(path, object);
    }
    const { status } = await post(`${COLLECTIONS['ServiceAccount']}/${ACCOUNT}/token`, { spec: {} });
    const { caPem } = await readKubeconfig(host.kubeconfig);
    const own = kubeconfig({
      server: host.url,
      caPem: caPem ?? '',
      user: { token: status?.token ?? '' },
      name: 'host',
    });
    await writeFile(join(helm.directory, 'host.kubeconfig'), own);

    const { args } = await containers.prepare('certificates');
    const make = [...args, `--kubeconfig=${join(helm.directory, 'host.kubeconfig')}`];
    const made = await runToEnd(...make);
    assert.equal(made.code, 0, made.out + made.err);
    const lines = made.out.trim().split('\n');
    assert.ok(lines.length >= 18 && lines.every((line) => line.startsWith('made ')), made.out);
    const again = await runToEnd(...make);
    assert.ok(again.code === 0 && /^(kept .*\n)+$/.test(again.out), again.out + again.err);
  });

  it('start, and pass every probe', async () => {
    stops.push(await runEtcd(containers, toolPath('ETCD')));
    for (const component of COMPONENTS) running.set(component, await runContainer(containers, component));
    const secret = await host.client.of(secrets).namespace(NAMESPACE).get(`${FULLNAME}-admin-kubeconfig`);
    const text = Buffer.from(secret.data?.['kubeconfig'] ?? '', 'base64').toString();
    url = `https://127.0.0.1:${containers.port(6443)}`;
    const local = text.replace(/https:\/\/[^\s"]+/, url);
    assert.notEqual(local, text);
    client = await clientFromKubeconfig(local);
    ca = (await readKubeconfig(local)).caPem ?? '';
    for (const component of ['etcd', ...COMPONENTS]) await passes(component);
  });

  /** Resolves once each probe of the component's container is answered with 200. */
  async function passes(component: string): Promise<void> {
    const { probes } = await containers.prepare(component);
    assert.equal(probes.length, 3, component);
    for (const { path, port, scheme } of probes) {
      const caPem = scheme === 'HTTPS' ? { caPem: ca } : {};
      const server = { url: `${scheme.toLowerCase()}://127.0.0.1:${port}`, ...caPem };
      const answers = (): Promise<boolean> =>
        askOnce(server, 'GET', path).then(
          ({ status }) => status === 200,
          () => false,
        );
      await eventually(answers, `${component} ${path}: ${running.get(component)?.err()}`);
    }
  }

  const as =
    (credentials: object): Ask =>
    (method, target, options) =>
      askOnce({ url, caPem: ca, credentials: credentials as { token: string } }, method, target, options);

  it('authenticate tokens of the token-review service', async () => {
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
    const { status, text } = await as({ token })('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', { body });
    assert.equal(status, 201, text);
    const { userInfo } = (JSON.parse(text) as { status: { userInfo: { username: string; groups: string[] } } }).status;
    assert.deepEqual([userInfo.username, userInfo.groups.includes('dev')], ['ann', true]);
  });

  it('add the service account and token to pods', async () => {
    const accounts = client.of(serviceAccounts).namespace('default');
    await eventually(
      () =>
        accounts.get('default').then(
          () => true,
          () => false,
        ),
      'the default account',
    );
    const created = () =>
      client
        .of(pods)
        .namespace('default')
        .create({ metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'web:1', resources: {} }] } });
    // The admission service may see the account a moment later than the server.
    await eventually(
      () =>
        created().then(
          () => true,
          () => false,
        ),
      'a pod',
    );
    const { spec } = await client.of(pods).namespace('default').get('web');
    assert.equal(spec?.serviceAccountName, 'default');
    assert.match(spec.containers[0]?.volumeMounts?.[0]?.mountPath ?? '', /serviceaccount$/);
  });

  it('serve the console, which signs users in by their tokens', async () => {
    const page = { url: `https://127.0.0.1:${containers.port(6450)}`, caPem: ca };
    const body = JSON.stringify({ token });
    const headers = { origin: page.url, 'content-type': 'application/json' };
    const { status, text } = await askOnce(page, 'POST', '/session', { body, headers });
    assert.equal(status, 200, text);
    assert.equal((JSON.parse(text) as { readonly user: string }).user, 'ann');
    assert.equal((await askOnce(page, 'GET', '/')).status, 200);
  });

  it('serve metrics only to the user of the monitoring certificate', async () => {
    const { data = {} } = await host.client.of(secrets).namespace(NAMESPACE).get(`${FULLNAME}-monitoring`);
    const pem = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
    const monitor = as({ certPem: pem('tls.crt'), keyPem: pem('tls.key') });
    const ask = async (who: Ask, path: string): Promise<number> => (await who('GET', path)).status;
    assert.deepEqual([await ask(monitor, '/metrics'), await ask(monitor, '/api/v1/secrets')], [200, 403]);
    assert.equal(await ask(as({ token }), '/metrics'), 403);
  });

  it('report when the certificates of each program expire', async () => {
    const { data = {} } = await host.client.of(secrets).namespace(NAMESPACE).get(`${FULLNAME}-monitoring`);
    const pem = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
    const monitor = as({ certPem: pem('tls.crt'), keyPem: pem('tls.key') });
    const plain =
      (port: number): Ask =>
      (...call) =>
        askOnce({ url: `http://127.0.0.1:${containers.port(port)}` }, ...call);
    const year = 365 * 86_400;
    for (const [ask, files] of [
      [
        monitor,
        ['admission-control-config-file', 'authentication-token-webhook-config-file', 'etcd-certfile', 'tls-cert-file'],
      ],
      [plain(6446), ['tls-cert-file']],
      [plain(6448), ['kubeconfig', 'tls-cert-file']],
      [plain(10257), ['kubeconfig']],
      [plain(6451), ['tls-cert-file']],
    ] as const) {
      const { text } = await ask('GET', '/metrics');
      const ends = [...text.matchAll(/^config_certificate_expiration_timestamp_seconds\{file="(.+)"\} (.+)$/gm)];
      assert.deepEqual(ends.map(([, file = '']) => file).sort(), files);
      for (const [, file, end] of ends) assert.ok(Math.abs(Number(end) - Date.now() / 1000 - year) < 86_400, file);
    }
  });

  it("pass the chart's own test", async () => {
    const { code, output } = await runScript(await containers.prepare('test'));
    assert.equal(code, 0, output);
    assert.match(output, /readyz check passed/);
    assert.match(output, /"NamespaceList"/);
  });

  it('keep the newest backups', async () => {
    const keep = await containers.prepare('etcd-backup');
    const directory = join(helm.directory, 'etcd-backup', 'backups');
    for (let day = 1; day <= 30; day++) {
      await writeFile(join(directory, `${day}.db`), '');
      await utimes(join(directory, `${day}.db`), day, day);
    }
    // One incomplete backup, and one in progress.
    for (const name of ['a.db.part', 'b.db.part']) await writeFile(join(directory, name), '');
    await utimes(join(directory, 'a.db.part'), 1, 1);
    const { code, output } = await runScript(keep);
    const lines = output.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^1970-01-01T00:00:30\.000Z .*\/30\.db$/);
    assert.deepEqual([code, lines.length, lines.at(-1)], [0, 29, '28 snapshots kept, 2 removed']);
    const left = await readdir(directory);
    const gone = ['1.db', '2.db', 'a.db.part'].filter((name) => !left.includes(name));
    assert.deepEqual([left.length, gone.length], [29, 3], left.join());
  });

  it('stop within the grace period of their pods', async () => {
    const grace = podsOf(objects).find(({ component }) => component === 'apiserver')?.spec
      .terminationGracePeriodSeconds;
    // The shutdown delay of the values, a minute for requests in flight, and some seconds to close.
    assert.equal(grace, 2 + 60 + 15);
    // Managers stop first: without a server, a manager loses its lease and exits by itself.
    for (const [component, command] of [...running].toReversed()) {
      command.kill('SIGTERM');
      assert.equal((await command.exited).code, 0, component);
    }
    running.clear();
  });
});
