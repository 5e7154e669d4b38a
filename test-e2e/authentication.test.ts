import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import type { Credentials } from '@pilothouse/client/https-transport.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { askOnce, statusOf, type Answer } from './support/ask.js';
import { newAuthority, newClient } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { startIdentityProvider, type IdentityProvider } from './support/identity-provider.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { head, openRaw } from './support/raw.js';
import { startServer, type Server } from './support/server.js';
import { startTokenWebhook, type TokenWebhook } from './support/token-webhook.js';

const NODES = '/api/v1/nodes';

describeWith(['KUBECTL'], 'authentication', () => {
  let storage: TestStorage;
  let server: Server;
  let kubectl: Kubectl;
  let provider: IdentityProvider;
  let hook: TokenWebhook;
  /** Authorities for users and for proxies. */
  let users: KeyPair;
  let proxies: KeyPair;
  const file = (name: string): string => join(storage.directory, name);

  before(async () => {
    [storage, provider, hook, users, proxies] = await Promise.all([
      createTestStorage('embedded'),
      startIdentityProvider(),
      startTokenWebhook({ needsCertificate: true }),
      newAuthority(),
      newAuthority(),
    ]);
    await Promise.all([
      writeFile(file('provider.crt'), provider.caPem),
      writeFile(file('hook.yaml'), hook.kubeconfig),
      writeFile(file('users.crt'), users.certPem),
      writeFile(file('proxies.crt'), proxies.certPem),
      writeFile(file('tokens.csv'), 'first,jane,1,dev\n'),
    ]);
    server = await startServer([
      ...storage.flags,
      '--anonymous-auth=false',
      '--enable-bootstrap-token-auth',
      `--token-auth-file=${file('tokens.csv')}`,
      `--client-ca-file=${file('users.crt')}`,
      `--requestheader-client-ca-file=${file('proxies.crt')}`,
      '--requestheader-allowed-names=front',
      `--oidc-issuer-url=${provider.issuer}`,
      `--oidc-client-id=${provider.clientId}`,
      `--oidc-ca-file=${file('provider.crt')}`,
      '--oidc-username-prefix=oidc:',
      '--oidc-groups-claim=groups',
      `--authentication-token-webhook-config-file=${file('hook.yaml')}`,
      '--authentication-token-webhook-version=v1',
    ]);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
  });
  after(async () => {
    await Promise.all([server.stop(), provider.stop(), hook.stop()]);
    await storage.remove();
  });

  const ask = (
    credentials: Credentials | undefined,
    headers: Readonly<Record<string, string>> = {},
    target = NODES,
  ): Promise<Answer> => {
    const { caPem = '', url } = server.connection;
    return askOnce({ url, caPem, ...(credentials && { credentials }) }, 'GET', target, { headers });
  };
  /** The user that the server reports in its refusal of a forbidden request; the status code if authentication fails. */
  async function userOf(
    credentials: Credentials | undefined,
    headers?: Record<string, string>,
  ): Promise<string | number> {
    const { code, message } = statusOf(await ask(credentials, headers));
    return code === 403 ? (/User "(.*?)" cannot/.exec(message)?.[1] ?? code) : code;
  }
  /** kubectl without the administrator's certificate. */
  async function kubectlAs(
    token: string,
    ...args: readonly string[]
  ): Promise<{ readonly out: string; readonly err: string }> {
    const { url, caPem = '' } = server.connection;
    const path = file('token.kubeconfig');
    await writeFile(path, kubeconfig({ server: url, caPem, user: { token: 'none' }, name: 'x' }));
    const other = createKubectl({ tool: 'KUBECTL', kubeconfig: path, home: storage.directory });
    return other.attempt([...args, `--token=${token}`]);
  }

  it('is required if anonymous requests are disabled, and answers with a Status', async () => {
    const status = statusOf(await ask(undefined));
    assert.deepEqual([status.code, status.reason, status.message], [401, 'Unauthorized', 'Unauthorized']);
    assert.equal((await ask(undefined, {}, '/healthz')).status, 401);
  });

  it('accepts an ID token, also from kubectl', async () => {
    const token = await provider.token('ann', ['dev']);
    assert.equal(await userOf({ token }), 'oidc:ann');
    const { err } = await kubectlAs(token, 'get', 'nodes');
    assert.match(err, /nodes is forbidden: User "oidc:ann" cannot list resource "nodes"/);
    const master = await kubectlAs(await provider.token('root', ['system:masters']), 'auth', 'whoami', '-o', 'json');
    const { status } = JSON.parse(master.out) as { status: { userInfo: object } };
    assert.deepEqual(status.userInfo, { username: 'oidc:root', groups: ['system:masters', 'system:authenticated'] });
  });

  it("accepts an ID token of the provider's new key, and rejects tokens of its former key", async () => {
    const [former, known] = [await provider.token('bob', []), await provider.token('ann', [])];
    assert.equal(await userOf({ token: known }), 'oidc:ann');
    provider.rotate();
    const next = await provider.token('bob', ['x']);
    const before = provider.reads();
    await eventually(async () => (await userOf({ token: next })) === 'oidc:bob');
    assert.equal(await userOf({ token: former }), 401);
    assert.equal(provider.reads(), before + 1);
  }).timeout(20_000);

  it('accepts a token that the webhook knows, and caches the answer', async () => {
    for (let turn = 0; turn < 3; turn++) assert.equal(await userOf({ token: 'hook-carl' }), 'carl');
    for (let turn = 0; turn < 3; turn++) assert.equal(await userOf({ token: 'unknown' }), 401);
    const asked = hook.asked.filter((token) => !token.includes('.'));
    assert.deepEqual(asked, ['hook-carl', 'unknown']);
  });

  it('accepts a bootstrap token', async () => {
    const data = ['token-id=abcdef', 'token-secret=0123456789abcdef', 'usage-bootstrap-authentication=true'];
    const make = ['create', 'secret', 'generic', 'bootstrap-token-abcdef', '--type=bootstrap.kubernetes.io/token'];
    await kubectl([...make, '-n', 'kube-system', ...data.map((pair) => `--from-literal=${pair}`)]);
    assert.equal(await userOf({ token: 'abcdef.0123456789abcdef' }), 'system:bootstrap:abcdef');
  });

  const FORGED = { 'X-Remote-User': 'root', 'X-Remote-Group': 'system:masters' };
  it('accepts headers of a front proxy, and ignores them without its certificate', async () => {
    const front = await newClient(proxies, { commonName: 'front' });
    assert.equal(await userOf(front, { 'X-Remote-User': 'dora' }), 'dora');
    assert.equal((await ask(front, FORGED)).status, 200);
    assert.equal(await userOf(front), 401);
    assert.equal(await userOf(await newClient(proxies, { commonName: 'back' }), FORGED), 401);
    assert.equal(await userOf(await newClient(users, { commonName: 'front' }), FORGED), 'front');
    assert.equal(await userOf({ token: 'first' }, FORGED), 'jane');
    assert.equal(await userOf(undefined, FORGED), 401);
  });

  for (const value of ['a\0b', 'a\nb', 'a\rb', 'a\x7fb']) {
    it(`rejects a token or user name with ${JSON.stringify(value[1])} as a bad request`, async () => {
      for (const name of ['Authorization: Bearer ', 'X-Remote-User: ', 'Impersonate-User: ']) {
        const raw = await openRaw(server.connection);
        await raw.write(head('GET', NODES, [name + value]));
        assert.match(await raw.ended, /^HTTP\/1\.1 400 [^]*"kind":"Status"/);
      }
    });
  }

  it('impersonates a user and groups: --as and --as-group', async () => {
    assert.match(
      await kubectl(['auth', 'whoami', '--as=jürgen', '--as-group=a, b', '--as-group=dev']),
      /jürgen[^]*\[a, b dev system:authenticated\]/,
    );
    const refused = await kubectl.attempt(['get', 'nodes', '--as=jane']);
    assert.match(refused.err, /User "jane" cannot list resource "nodes"/);
    const { err } = await kubectlAs('first', 'get', 'nodes', '--as=root', '--as-group=system:masters');
    assert.match(
      err,
      /users "root" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope/,
    );
    const alone = await ask(server.connection.credentials, { 'Impersonate-Group': 'dev' });
    assert.equal(statusOf(alone).code, 400);
  });

  it('authorizes each part of an impersonation: --as-uid and more', async () => {
    const whoAmI = ['auth', 'whoami', '--as=root'];
    const { out } = await kubectl.attempt([...whoAmI, '--as-uid=7', '--as-group=dev', '-o', 'json']);
    const { status } = JSON.parse(out) as { status: { userInfo: object } };
    assert.deepEqual(status.userInfo, { username: 'root', uid: '7', groups: ['dev', 'system:authenticated'] });
    const role = ['--verb=impersonate', '--resource=users', '--resource-name=root'];
    await kubectl(['create', 'clusterrole', 'actor', ...role]);
    await kubectl(['create', 'clusterrolebinding', 'actor', '--clusterrole=actor', '--user=jane']);
    assert.match((await kubectlAs('first', ...whoAmI)).out, /Username +root\n/);
    for (const [flag, what] of [
      ['--as-uid=7', 'uids.authentication.k8s.io "7" is forbidden'],
      ['--as-group=system:masters', 'groups "system:masters" is forbidden'],
    ] as const) {
      const { err } = await kubectlAs('first', 'get', 'nodes', '--as=root', flag);
      assert.ok(err.includes(what), err);
    }
    const extra = await ask({ token: 'first' }, { 'Impersonate-User': 'root', 'Impersonate-Extra-Scope': 'all' });
    assert.match(statusOf(extra).message, /^userextras.authentication.k8s.io "all" is forbidden: User "jane" cannot/);
  });

  it('reloads its files, and keeps the loaded content when a new file is invalid', async () => {
    await writeFile(file('tokens.csv'), 'second,kim,2\n');
    await eventually(async () => (await userOf({ token: 'second' })) === 'kim');
    assert.equal(await userOf({ token: 'first' }), 401);
    const [eve, other] = await Promise.all([newClient(users, { commonName: 'eve' }), newAuthority()]);
    const fay = await newClient(other, { commonName: 'fay' });
    assert.deepEqual([await userOf(eve), await userOf(fay)], ['eve', 401]);
    await writeFile(file('users.crt'), other.certPem);
    await eventually(async () => (await userOf(fay)) === 'fay');
    assert.equal(await userOf(eve), 401);
    assert.equal((await ask(server.connection.credentials)).status, 200);
  }).timeout(20_000);
});
