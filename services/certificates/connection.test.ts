import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterConnection } from './connection.js';

describe('connection to the cluster that holds the Secrets', () => {
  let accountDirectory: string;
  beforeEach(() => {
    accountDirectory = mkdtempSync(join(tmpdir(), 'account-'));
  });
  afterEach(() => rmSync(accountDirectory, { recursive: true, force: true }));
  const inPod = (host: string) =>
    clusterConnection(
      { type: 'secrets', namespace: 'n' },
      { environment: { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: '443' }, accountDirectory },
    );

  for (const [host, url] of [
    ['10.96.0.1', 'https://10.96.0.1:443'],
    ['fd00::1', 'https://[fd00::1]:443'],
  ] as const) {
    it(`uses the pod's API server and re-reads the service account token: ${host}`, async () => {
      writeFileSync(join(accountDirectory, 'ca.crt'), 'ca');
      for (const token of ['one', 'two']) {
        writeFileSync(join(accountDirectory, 'token'), `${token}\n`);
        assert.deepEqual(await inPod(host), { url, caPem: 'ca', credentials: { token } });
      }
    });
  }

  it('fails outside a pod without a kubeconfig', async () => {
    const nowhere = clusterConnection({ type: 'secrets', namespace: 'n' }, { environment: {}, accountDirectory });
    await assert.rejects(nowhere, /^Error: this does not run in a cluster .*; name one with --kubeconfig$/);
  });

  it('fails in a pod without a token', () =>
    assert.rejects(inPod('a'), /(token|ca\.crt) cannot be read: .*; the pod needs the token of a service account$/));

  it('uses a kubeconfig', async () => {
    const from = join(accountDirectory, 'config');
    writeFileSync(
      from,
      'clusters: [{name: c, cluster: {server: "https://h:1"}}]\nusers: [{name: u, user: {token: t}}]\ncontexts: [{name: x, context: {cluster: c, user: u}}]\n',
    );
    const connect = (context?: string) =>
      clusterConnection(
        { type: 'secrets', namespace: 'n', kubeconfig: { from, ...(context !== undefined && { context }) } },
        { environment: {}, accountDirectory },
      );
    assert.equal((await connect('x')).url, 'https://h:1');
    await assert.rejects(connect(), /config: the kubeconfig has no current-context; name a context$/);
  });
});
