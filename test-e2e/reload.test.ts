import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { WAYS_TO_REPLACE } from '@pilothouse/runtime/files/replace.test.helper.js';
import { asker, askOnce } from './support/ask.js';
import { newAuthority, newClient, newServer } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { runCommand, startServer, type Command, type Server } from './support/server.js';

const newKey = (): string => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(PKCS8).toString();
const PKCS8 = { type: 'pkcs8', format: 'pem' } as const;
const publicOf = (pem: string): string => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
const replace = WAYS_TO_REPLACE['as in a mounted Secret'] ?? assert.fail();

describe('files that change while all programs run', () => {
  let storage: TestStorage;
  let server: Server;
  let manager: Command;
  let authority: KeyPair;
  const [first, second] = [newKey(), newKey()];
  const file = (name: string): string => join(storage.directory, name);
  const servingFiles = async (): Promise<Record<string, string>> => {
    const { certPem, keyPem } = await newServer(authority, ['127.0.0.1']);
    return { 'tls.crt': certPem, 'tls.key': keyPem };
  };
  let managers = 0;
  const managerFiles = async (caPem = authority.certPem): Promise<Record<string, string>> => {
    managers += 1;
    const user = await newClient(authority, { commonName: `manager-${managers}`, organization: 'system:masters' });
    return { 'manager.yaml': kubeconfig({ server: server.url, caPem, user, name: 'manager' }) };
  };

  before(async function () {
    this.timeout(60_000);
    storage = await createTestStorage('embedded');
    authority = await newAuthority();
    replace(storage.directory, {
      ...(await servingFiles()),
      'ca.crt': authority.certPem,
      'sa.key': first,
      'sa.pub': publicOf(first),
      'policy.yaml': policy('None'),
      'rules.yaml': rules('true'),
    });
    server = await startServer(
      [
        ...storage.flags,
        `--tls-cert-file=${file('tls.crt')}`,
        `--tls-private-key-file=${file('tls.key')}`,
        `--client-ca-file=${file('ca.crt')}`,
        `--service-account-signing-key-file=${file('sa.key')}`,
        `--service-account-key-file=${file('sa.pub')}`,
        `--audit-policy-file=${file('policy.yaml')}`,
        `--audit-log-path=${file('audit.log')}`,
        `--policy-file=${file('rules.yaml')}`,
      ],
      {},
      'apiserver',
    );
    replace(storage.directory, await managerFiles());
    manager = runCommand([
      'controller-manager',
      `--kubeconfig=${file('manager.yaml')}`,
      `--root-ca-file=${file('ca.crt')}`,
      `--service-account-private-key-file=${file('sa.key')}`,
      '--metrics-bind-address=0',
    ]);
    await manager.printed(/The leader is this process/);
  });
  after(async () => {
    manager.kill('SIGTERM');
    const { code, err } = await manager.exited;
    assert.deepEqual([code, err], [0, '']);
    await server.stop();
    await storage.remove();
  });

  const administrator = async () => {
    const credentials = await newClient(authority, { commonName: 'admin', organization: 'system:masters' });
    return { url: server.url, caPem: authority.certPem, credentials };
  };

  it('the new serving certificate is used for new connections', async () => {
    const serial = async (): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    const before = await serial();
    const transport = httpsTransport(await administrator());
    assert.equal((await asker(transport)('GET', '/api')).status, 200);
    replace(storage.directory, await servingFiles());
    await eventually(async () => (await serial()) !== before);
    assert.equal((await asker(transport)('GET', '/api')).status, 200);
    await transport.close();
  });

  it('token keys change, and no token of a remaining key is rejected', async () => {
    const admin = await administrator();
    const newToken = async (): Promise<string> => {
      const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
      const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
      const { status, text } = await askOnce(admin, 'POST', path, { body });
      assert.equal(status, 201, text);
      return (JSON.parse(text) as { status: { token: string } }).status.token;
    };
    const { url, caPem } = admin;
    const isKnown = async (token: string): Promise<boolean> =>
      (await askOnce({ url, caPem, credentials: { token } }, 'GET', '/api')).status === 200;
    const keyCount = async (): Promise<number> =>
      (JSON.parse((await askOnce(admin, 'GET', '/openid/v1/jwks')).text) as { keys: object[] }).keys.length;
    await eventually(
      async () => (await askOnce(admin, 'GET', '/api/v1/namespaces/default/serviceaccounts/default')).status === 200,
    );
    const old = await newToken();
    assert.equal(await keyCount(), 1);
    replace(storage.directory, { 'sa.pub': publicOf(first) + publicOf(second) });
    await eventually(async () => (await keyCount()) === 2);
    replace(storage.directory, { 'sa.key': second });
    const keyOf = (token: string): string => Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    let next = '';
    await eventually(async () => keyOf((next = await newToken())) !== keyOf(old));
    assert.deepEqual([await isKnown(old), await isKnown(next)], [true, true]);
    replace(storage.directory, { 'sa.pub': publicOf(second) });
    await eventually(async () => !(await isKnown(old)));
    assert.equal(await isKnown(next), true);
  });

  it('a changed audit policy takes effect, and the reload is counted', async () => {
    const admin = await administrator();
    replace(storage.directory, { 'policy.yaml': policy('Metadata') });
    await eventually(async () => {
      await askOnce(admin, 'GET', '/api/v1/namespaces/default');
      return (await readFile(file('audit.log'), 'utf8')).includes('"requestURI":"/api/v1/namespaces/default"');
    });
    const { text } = await askOnce(admin, 'GET', '/metrics');
    const reloads = (name: string) =>
      new RegExp(`^config_automatic_reloads_total\\{file="${name}",status="success"\\} [1-9]`, 'm');
    for (const name of ['audit-policy-file', 'tls-cert-file', 'service-account-key-file']) {
      assert.match(text, reloads(name));
    }
  });

  it('a changed admission policy takes effect, and the reload is counted', async () => {
    const admin = await administrator();
    replace(storage.directory, { 'rules.yaml': rules('false') });
    const body = JSON.stringify({ metadata: { name: 'refused' } });
    await eventually(async () => {
      const { status } = await askOnce(admin, 'POST', '/api/v1/namespaces/default/secrets?dryRun=All', { body });
      return status === 403;
    });
    const { text } = await askOnce(admin, 'GET', '/metrics');
    assert.match(text, /^config_automatic_reloads_total\{file="policy-file",status="success"\} 1$/m);
  });

  it('the controller manager reloads its credentials and the files that it publishes', async function () {
    this.timeout(60_000);
    const roots = [authority.certPem];
    const trust = (): string => roots.join('');
    const published = async (): Promise<string> => {
      const target = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt';
      const { text } = await askOnce({ ...(await administrator()), caPem: trust() }, 'GET', target);
      return (JSON.parse(text) as { data?: Record<string, string> }).data?.['ca.crt'] ?? '';
    };
    await eventually(async () => (await published()) === trust());
    const formerAdmin = await administrator();
    authority = await newAuthority();
    roots.push(authority.certPem);
    replace(storage.directory, { 'ca.crt': trust() });
    await eventually(
      async () => (await askOnce({ ...(await administrator()), caPem: trust() }, 'GET', '/api')).status === 200,
    );
    assert.equal((await askOnce({ ...formerAdmin, caPem: trust() }, 'GET', '/api')).status, 200);
    await eventually(async () => (await published()) === trust());
    replace(storage.directory, { ...(await managerFiles(trust())), ...(await servingFiles()) });
    await eventually(async () => {
      const { status } = await askOnce(await administrator(), 'GET', '/api').catch(() => ({ status: 0 }));
      return status === 200;
    });
    // Leaves the manager time to reload before its former credentials become invalid.
    await eventually(async () => manager.err() === '' && (await isManagersCertificateNew()));
    roots.shift();
    replace(storage.directory, { 'ca.crt': trust() });
    await eventually(async () => (await published()) === trust());
    await eventually(async () => (await askOnce({ ...formerAdmin, caPem: trust() }, 'GET', '/api')).status === 401);
    await eventually(async () => (await published()) === trust());
  });

  /** Whether the manager renews its lease as the user of its new kubeconfig. */
  async function isManagersCertificateNew(): Promise<boolean> {
    const log = (await readFile(file('audit.log'), 'utf8')).trim().split('\n');
    return log.some((line) => line.includes(`"username":"manager-${managers}"`));
  }
});

function rules(expression: string): string {
  const match = '{ operations: [CREATE], apiGroups: [""], resources: [secrets], namespaces: [default] }';
  return `version: 1\nrules: [{ name: secrets, match: ${match}, expression: "${expression}", message: none }]\n`;
}

function policy(level: string): string {
  return `apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: ${level} }]\n`;
}
