import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { kubeconfig } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { configMaps } from '@pilothouse/client/core.js';
import { newAuthority, newClient, newServer } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { createKubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { runToEnd, startServer, WORKERS, type Server } from './support/server.js';
import { readyWorkers } from './support/workers.js';

const POLICY = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  userGroups: [system:serviceaccounts]
- level: Metadata
  resources: [{resources: [secrets, serviceaccounts/token]}]
- level: RequestResponse
  verbs: [create, update, patch, delete]
  resources: [{resources: [configmaps]}]
  namespaces: [default]
  omitManagedFields: true
- level: Metadata
  resources: [{group: ""}]
`;

describe('audit log of a server', () => {
  let directory: string;
  let policy: string;
  let log: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'audit-e2e-'));
    policy = join(directory, 'policy.yaml');
    log = join(directory, 'logs', 'audit.log');
    await writeFile(policy, POLICY);
  });
  afterEach(async () => {
    // A test may have stopped the server.
    for (const server of servers.splice(0)) server.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  const servers: Server[] = [];
  async function startAs(name: 'up' | 'apiserver', flags: readonly string[]): Promise<Server> {
    const common = [`--data-dir=${join(directory, 'data')}`, `--audit-policy-file=${policy}`];
    const server = await startServer([...common, ...flags], {}, name);
    servers.push(server);
    return server;
  }
  const start = (...flags: readonly string[]): Promise<Server> => startAs('apiserver', flags);
  /** Every line must be a complete event. */
  const events = async (): Promise<Event[]> =>
    (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Event);

  /** Creates config maps one after another until the server stops. Resolves to the names of the acknowledged ones. */
  async function createMany({ client }: Server, prefix: string): Promise<string[]> {
    const acknowledged: string[] = [];
    try {
      for (let made = 0; ; made++) {
        const name = `${prefix}-${made}`;
        await client.of(configMaps).namespace('default').create({ metadata: { name } });
        acknowledged.push(name);
      }
    } catch {
      return acknowledged;
    }
  }

  /** Kills a server under load. Resolves to the acknowledged names and to the names in complete events. */
  async function killed(server: Server): Promise<{ readonly acknowledged: string[]; readonly recorded: Set<string> }> {
    const under = Promise.all(['a', 'b', 'c', 'd'].map((prefix) => createMany(server, prefix)));
    const enough = async (): Promise<boolean> => (await readFile(log, 'utf8')).split('\n').length > 100;
    await eventually(enough, '100 events');
    await server.crash();
    const acknowledged = (await under).flat();
    const lines = (await readFile(log, 'utf8')).split('\n').slice(0, -1);
    const recorded = new Set(lines.map((line) => (JSON.parse(line) as Event).objectRef?.name ?? ''));
    return { acknowledged, recorded };
  }

  it('in blocking mode, contains every acknowledged write after the server is killed', async () => {
    const { acknowledged, recorded } = await killed(await start(`--audit-log-path=${log}`));
    assert.ok(acknowledged.length > 20);
    assert.deepEqual(
      acknowledged.filter((name) => !recorded.has(name)),
      [],
    );
    const again = await start(`--audit-log-path=${log}`);
    await again.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'after' } });
    await again.stop();
    // A line that the first server did not finish stays a line of its own.
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
    const line = lines.find((each) => each.includes('"name":"after"')) ?? '';
    assert.equal((JSON.parse(line) as Event).objectRef?.name, 'after');
  });

  it('in batch mode, has only whole lines after a kill, and every event after a clean stop', async () => {
    const flags = [`--audit-log-path=${log}`, '--audit-log-mode=batch', '--audit-log-batch-max-size=50'];
    const { acknowledged, recorded } = await killed(await start(...flags, '--audit-log-batch-max-wait=20ms'));
    assert.ok(acknowledged.length > 20 && recorded.size > 20);
    const again = await start(...flags, '--audit-log-batch-max-wait=1h');
    const names = Array.from({ length: 70 }, (_, index) => `batch-${index}`);
    const maps = again.client.of(configMaps).namespace('default');
    await Promise.all(names.map((name) => maps.create({ metadata: { name } })));
    await again.stop();
    const text = await readFile(log, 'utf8');
    for (const name of names) assert.ok(text.includes(`"name":"${name}"`), name);
  });

  it('on a full disk, fails requests in blocking-strict mode, and serves them and logs the error in the other modes', async () => {
    await writeFile(policy, POLICY.replace(/omitStages[^]*/, `rules: [{level: Metadata, users: [${ADMIN}]}]`));
    const strict = await start('--audit-log-path=/dev/full', '--audit-log-mode=blocking-strict');
    const refused = strict.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'a' } });
    await assert.rejects(refused, { code: 500, message: /failed to store audit event/ });
    await strict.stop(/audit events are lost.*ENOSPC|ENOSPC.*audit events are lost/);
    const blocking = await start('--audit-log-path=/dev/full');
    await blocking.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'a' } });
    assert.match(blocking.err(), /"failed":1,.*ENOSPC.*audit events are lost/);
    await blocking.stop(/audit events are lost/);
  });

  it('applies a changed policy', async () => {
    const server = await start(`--audit-log-path=${log}`);
    const maps = server.client.of(configMaps).namespace('default');
    await maps.create({ metadata: { name: 'a' } });
    // A worker does not start with an invalid policy.
    await eventually(async () => (await readyWorkers(server)) === WORKERS);
    await writeFile(policy, 'invalid');
    await eventually(async () => /the audit policy stays unchanged/.test(server.err()));
    await maps.delete('a');
    assert.deepEqual(
      (await events()).filter(({ objectRef }) => objectRef?.name === 'a').map(({ verb }) => verb),
      ['create', 'delete'],
    );
    await writeFile(policy, POLICY.replaceAll(/level: \w+/g, 'level: None'));
    await eventually(async () => {
      const before = (await events()).length;
      await maps.list();
      return (await events()).length === before;
    });
    await server.stop(/the audit policy stays unchanged/);
  });

  it('sends events to a webhook, the remaining ones when the server stops', async () => {
    const authority = await newAuthority();
    const [serving, client] = await Promise.all([
      newServer(authority, ['127.0.0.1']),
      newClient(authority, { commonName: 'auditor' }),
    ]);
    const received: Event[] = [];
    const secured = { cert: serving.certPem, key: serving.keyPem, ca: authority.certPem, requestCert: true };
    const webhook = createServer({ ...secured, rejectUnauthorized: true }, (incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        received.push(...(JSON.parse(Buffer.concat(chunks).toString()) as { readonly items: Event[] }).items);
        outgoing.writeHead(200).end();
      });
    });
    webhook.listen(0, '127.0.0.1');
    await once(webhook, 'listening');
    const { port } = webhook.address() as AddressInfo;
    const config = join(directory, 'webhook.kubeconfig');
    const url = `https://127.0.0.1:${port}/`;
    await writeFile(config, kubeconfig({ server: url, caPem: authority.certPem, user: client, name: 'auditor' }));
    const server = await start(`--audit-webhook-config-file=${config}`);
    await server.client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'a' }, data: { key: 'value' } });
    await server.stop();
    webhook.close();
    const event = received.find(({ objectRef }) => objectRef?.name === 'a');
    assert.deepEqual([event?.verb, event?.stage, event?.responseStatus?.code], ['create', 'ResponseComplete', 201]);
    assert.match(JSON.stringify(event?.requestObject), /"data":\{"key":"value"\}/);
  });

  it('requires a readable policy', async () => {
    await writeFile(policy, POLICY.replace('level: None', 'level: none'));
    const flags = ['--ephemeral', '--secure-port=0', `--audit-policy-file=${policy}`, `--audit-log-path=${log}`];
    const { code, err } = await runToEnd('apiserver', ...flags);
    assert.equal(code, 1);
    assert.match(err, /policy\.yaml: rules\[0\]\.level: Unsupported value: "none"/);
  });

  describeWith(['KUBECTL'], 'with kubectl', () => {
    it('records the user, the verb and the object', async () => {
      const server = await startAs('up', [`--audit-log-path=${log}`]);
      const { kubeconfig: admin } = server;
      const kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: admin, home: directory });
      await kubectl(['create', 'configmap', 'greeting', '--from-literal=text=hello']);
      await kubectl(['create', 'secret', 'generic', 'password', '--from-literal=text=abracadabra']);
      await kubectl(['create', 'token', 'default']);
      const refused = await kubectl.attempt(['delete', 'configmap', 'greeting', '--as=jane', '--as-group=devs']);
      assert.equal(refused.code, 1);
      await kubectl(['delete', 'configmap', 'greeting']);
      await server.stop();
      const told = (await events())
        .filter(({ objectRef, verb }) => objectRef?.namespace === 'default' && /create|delete$/.test(verb))
        .filter(({ user }) => user.username === ADMIN)
        .map(({ user, impersonatedUser, verb, objectRef, responseStatus, annotations }) => [
          [user.username, impersonatedUser?.username],
          [verb, objectRef?.resource, objectRef?.subresource, objectRef?.name],
          [responseStatus?.code, annotations?.['authorization.k8s.io/decision']],
        ]);
      assert.deepEqual(told, [
        [
          [ADMIN, undefined],
          ['create', 'configmaps', undefined, 'greeting'],
          [201, 'allow'],
        ],
        [
          [ADMIN, undefined],
          ['create', 'secrets', undefined, 'password'],
          [201, 'allow'],
        ],
        [
          [ADMIN, undefined],
          ['create', 'serviceaccounts', 'token', 'default'],
          [201, 'allow'],
        ],
        [
          [ADMIN, 'jane'],
          ['delete', 'configmaps', undefined, 'greeting'],
          [403, 'forbid'],
        ],
        [
          [ADMIN, undefined],
          ['delete', 'configmaps', undefined, 'greeting'],
          [200, 'allow'],
        ],
      ]);
      const text = await readFile(log, 'utf8');
      assert.ok(text.includes('"text":"hello"') && !text.includes(Buffer.from('abracadabra').toString('base64')));
      assert.ok(!text.includes('managedFields'));
      assert.match(text, /"userAgent":"kubectl\//);
    });
  });
});

const ADMIN = 'kubernetes-admin';
