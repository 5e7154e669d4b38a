import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { deployments } from '@pilothouse/client/apps.js';
import { selfSubjectReviews } from '@pilothouse/client/authentication.js';
import { selfSubjectAccessReviews } from '@pilothouse/client/authorization.js';
import { configMaps, namespaces, pods, serviceAccounts } from '@pilothouse/client/core.js';
import { clientFromKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { roleBindings } from '@pilothouse/client/rbac.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { startControlPlane, type ControlPlane, type ControlPlaneOptions } from './index.js';

const jane = { name: 'jane', groups: ['dev'] };

const OBJECTS = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
--- # its contents
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata: { name: prices, namespace: shop }
  - apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: { name: dev, namespace: shop }
    roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
    subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: Group, name: dev }]
---
`;

describe('startControlPlane with options', () => {
  let plane: ControlPlane;
  before(async () => {
    plane = await startControlPlane({
      users: [
        { ...jane, token: 'a"secret",of-jane', uid: 'uid-1' },
        { name: 'root', groups: ['system:masters', 'ops'], token: 'r' },
      ],
      objects: OBJECTS,
      policies: [
        {
          name: 'no-latest',
          match: { operations: ['CREATE'], apiGroups: [''], resources: ['pods'] },
          expression: "object.spec.containers.all(c, !c.image.endsWith(':latest'))",
          message: 'images need a tag',
        },
      ],
      audit: { rules: [{ level: 'Metadata', verbs: ['create'], namespaces: ['shop'] }] },
      featureGates: { WatchList: false },
    });
  });
  after(() => plane.stop());

  it('creates the initial objects', async () => {
    const { items } = await plane.client.of(roleBindings).namespace('shop').list();
    assert.deepEqual(
      items.map(({ subjects }) => subjects?.[0]?.name),
      ['dev'],
    );
    await plane.client.of(configMaps).namespace('shop').get('prices');
  });

  const who: readonly (readonly [
    name: string,
    signIn: (of: ControlPlane) => ReturnType<ControlPlane['signIn']>,
    user: object,
  ])[] = [
    [
      'the name of a token user',
      (of) => of.signIn('jane'),
      { username: 'jane', uid: 'uid-1', groups: ['dev', 'system:authenticated'] },
    ],
    [
      'a token user',
      (of) => of.signIn(jane),
      { username: 'jane', uid: 'uid-1', groups: ['dev', 'system:authenticated'] },
    ],
    [
      'any other user',
      (of) => of.signIn({ name: 'Joe, the "1st"', groups: ['x', 'y'] }),
      { username: 'Joe, the "1st"', groups: ['x', 'y', 'system:authenticated'] },
    ],
    [
      'a user without groups',
      (of) => of.signIn({ name: 'ann' }),
      { username: 'ann', groups: ['system:authenticated'] },
    ],
  ];
  for (const [name, signIn, user] of who) {
    it(`signs in ${name}, with the client and the kubeconfig`, async () => {
      const { client, kubeconfig } = await signIn(plane);
      const other = await clientFromKubeconfig(kubeconfig);
      try {
        for (const each of [client, other]) {
          const { status } = await each.of(selfSubjectReviews).create({});
          const { extra: _extra, ...info } = JSON.parse(JSON.stringify(status?.userInfo)) as Record<string, unknown>;
          assert.deepEqual(info, user);
        }
      } finally {
        await other.close();
      }
    });
  }

  it('rejects an unknown user name', () =>
    assert.rejects(plane.signIn('joe'), /^TypeError: the option users has no user "joe"$/));

  it('authorizes users by their roles, with credentials or impersonated', async () => {
    for (const client of [(await plane.signIn('jane')).client, plane.client.as(jane)]) {
      await client.of(configMaps).namespace('shop').get('prices');
      await assert.rejects(client.of(configMaps).namespace('default').list(), { reason: 'Forbidden' });
      const { status } = await client.of(selfSubjectAccessReviews).create({
        spec: { resourceAttributes: { verb: 'delete', resource: 'configmaps', namespace: 'shop' } },
      });
      assert.equal(status?.allowed, false);
    }
  });

  it('enforces the policies', async () => {
    const all = plane.client.of(pods).namespace('default');
    const pod = (image: string) => ({ metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image }] } });
    await assert.rejects(all.create(pod('web:latest')), /images need a tag/);
    await all.create(pod('web:1'));
  });

  it('records audit events before the responses', async () => {
    const joe = plane.client.as({ name: 'joe', groups: ['system:masters'] });
    const { client } = await plane.signIn({ name: 'admin', groups: ['system:masters'] });
    for (const each of [joe, client]) {
      await each
        .of(configMaps)
        .namespace('shop')
        .create({ metadata: { generateName: 'audited-' } });
      await each.of(configMaps).namespace('shop').list();
    }
    const events = (await plane.auditEvents()).filter(({ stage }) => stage === 'ResponseComplete');
    const users = events.map(({ verb, user, impersonatedUser = user }) => `${verb} by ${impersonatedUser.username}`);
    assert.deepEqual(
      users.filter((text) => /joe|admin$/.test(text) && !text.includes('kubernetes-admin')),
      ['create by joe', 'create by admin'],
    );
  });

  it('disables features', async () => {
    const query = { watch: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' };
    await assert.rejects(plane.client.request({ path: '/api/v1/namespaces', query }), /sendInitialEvents/);
  });

  it('reads and writes subresources', async () => {
    const all = plane.client.of(deployments).namespace('default');
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'web:1' }] } };
    await all.create({ metadata: { name: 'web' }, spec: { selector: { matchLabels: labels }, template } });
    const scale = all.subresource('scale');
    await scale.patch('web', { type: 'merge', value: { spec: { replicas: 3 } } });
    assert.equal((await scale.get('web')).spec?.replicas, 3);
    const deployment = await all.get('web');
    assert.equal(deployment.spec.replicas, 3);
    const status = { ...deployment.status, replicas: 2 };
    assert.equal((await all.subresource('status').update({ ...deployment, status })).status.replicas, 2);
    const tokens = plane.client.of(serviceAccounts).namespace('default').subresource('token');
    assert.ok((await tokens.create('default', { spec: { expirationSeconds: 600 } })).status?.token);
    await plane.client
      .of(pods)
      .namespace('default')
      .subresource('eviction')
      .create('p', { metadata: { name: 'p' } });
    await assert.rejects(plane.client.of(pods).namespace('default').get('p'), { reason: 'NotFound' });
  });

  it('isolates concurrent control planes', async () => {
    await using other = await startControlPlane({ authorizationModes: ['AlwaysAllow'] });
    const { client } = await other.signIn(jane);
    assert.equal(
      (await client.of(namespaces).list()).items.some(({ metadata }) => metadata.name === 'shop'),
      false,
    );
    await assert.rejects(other.auditEvents(), /^TypeError: the option audit is not set/);
    await plane.client.of(namespaces).get('shop');
  });

  const wrong: readonly (readonly [options: ControlPlaneOptions, message: RegExp])[] = [
    [{ featureGates: { Nonsense: true } as never }, /^TypeError: featureGates: unrecognized feature gate: Nonsense/],
    [{ authorizationModes: ['Webhook'] as never }, /^TypeError: authorizationModes: "Webhook" is none of /],
    [{ users: [{ name: 'a', token: 'x y' }] }, /^TypeError: users: the token of "a" is not visible ASCII/],
    [{ users: [{ name: 'a\nb', token: 'x' }] }, /^TypeError: users: "a\\nb" contains a line break/],
    [{ users: [{ name: 'a', groups: ['b,c'], token: 'x' }] }, /^TypeError: users: the group "b,c" contains a comma/],
    [{ users: [{ name: '', token: 'y' }] }, /^Error: users:1: token and user name must not be empty/],
    [{ policies: 'version: 2' }, /^Error: policies/],
    [{ audit: 'rules: []' }, /^Error: audit: an audit policy must have the apiVersion/],
    [{ objects: 'a: [' }, /^Error: objects: document 1: yaml/],
    [{ objects: 'kind: Thing' }, /^Error: objects\[0\] \(Thing\): the kind is not served$/],
    [
      { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'A', namespace: 'default' } }] },
      /^Error: objects\[0\] \(v1 ConfigMap default\/A\): ConfigMap "A" is invalid: metadata\.name/,
    ],
  ];
  for (const [options, message] of wrong) {
    it(`rejects ${JSON.stringify(options)}, and leaves no files`, async () => {
      const usual = process.env['TMPDIR'];
      const directory = mkdtempSync(join(tmpdir(), 'refused-'));
      process.env['TMPDIR'] = directory;
      try {
        await assert.rejects(startControlPlane(options), message);
        assert.deepEqual(readdirSync(directory), []);
      } finally {
        if (usual === undefined) delete process.env['TMPDIR'];
        else process.env['TMPDIR'] = usual;
        rmSync(directory, { recursive: true });
      }
    });
  }

  it('logs to the given logger', async () => {
    const lines: string[] = [];
    const logger = createLogger(6, { write: (line: string) => void lines.push(line) });
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'logged' }, data: { a: 'b' } };
    await using logged = await startControlPlane({ logger, objects: [object] });
    await logged.client.of(configMaps).namespace('default').get('logged');
    assert.ok(lines.some((line) => line.includes('/api/v1/namespaces/default/configmaps/logged')));
  });

  it('stops during watches and endless requests', async () => {
    const short = await startControlPlane();
    const { client } = await short.signIn({ name: 'admin', groups: ['system:masters'] });
    const watch = (async () => {
      for await (const { type } of client.of(namespaces).watch()) assert.equal(type, 'ADDED');
    })();
    const socket = connect({ port: Number(new URL(short.url).port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
    socket.write('POST /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{');
    const begin = performance.now();
    await Promise.all([short.stop(), assert.rejects(watch)]);
    assert.ok(performance.now() - begin < 10_000);
    socket.destroy();
  });
});
