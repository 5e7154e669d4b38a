import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

/** The object that `kubectl create` makes from its arguments, besides apiVersion, kind and metadata. */
const CREATED: readonly (readonly [args: string, object: JsonObject])[] = [
  [
    'clusterrole reader --verb=get,list --resource=configmaps,nodes/status,leases.coordination.k8s.io',
    {
      rules: [
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps', 'nodes/status'] },
        { verbs: ['get', 'list'], apiGroups: ['coordination.k8s.io'], resources: ['leases'] },
      ],
    },
  ],
  [
    'clusterrole prober --verb=get --non-resource-url=/healthz,/livez/*',
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/livez/*'] }] },
  ],
  [
    'clusterrole sum --aggregation-rule=example.com/sum=true',
    { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'example.com/sum': 'true' } }] }, rules: [] },
  ],
  [
    'role reader --verb=get --resource=secrets --resource-name=a',
    { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames: ['a'] }] },
  ],
  [
    'clusterrolebinding readers --clusterrole=reader --user=jane --group=devs --serviceaccount=default:robot',
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
      subjects: [
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' },
        { apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' },
        { kind: 'ServiceAccount', name: 'robot', namespace: 'default' },
      ],
    },
  ],
  [
    'rolebinding readers --role=reader --user=jane',
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
    },
  ],
  [
    'priorityclass high --value=1000 --description=More --preemption-policy=Never',
    { value: 1000, description: 'More', preemptionPolicy: 'Never' },
  ],
];

/** An object of each kind that users apply, and a later version of it. */
const APPLIED: readonly (readonly [name: string, first: JsonObject, second: JsonObject])[] = [
  [
    'node/worker',
    { apiVersion: 'v1', kind: 'Node', spec: { unschedulable: true } },
    { apiVersion: 'v1', kind: 'Node', spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
  ],
  [
    'lease.coordination.k8s.io/leader',
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { holderIdentity: 'a' } },
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { holderIdentity: 'b', leaseTransitions: 1 } },
  ],
  [
    'clusterrole.rbac.authorization.k8s.io/applied',
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    },
  ],
  [
    'csidriver.storage.k8s.io/driver',
    { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', spec: { podInfoOnMount: true } },
    { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', spec: { podInfoOnMount: true, requiresRepublish: true } },
  ],
  [
    'controllerrevision.apps/revision',
    { apiVersion: 'apps/v1', kind: 'ControllerRevision', data: { a: 1 }, revision: 1 },
    { apiVersion: 'apps/v1', kind: 'ControllerRevision', data: { a: 1 }, revision: 2 },
  ],
];

for (const tool of ['KUBECTL', 'KUBECTL_OLD'] as const) {
  describeWith([tool], `${tool.toLowerCase()} and its commands`, () => {
    let storage: TestStorage;
    let server: Server;
    let kubectl: Kubectl;

    before(async () => {
      storage = await createTestStorage('embedded');
      server = await startServer(storage.flags);
      kubectl = createKubectl({ tool, kubeconfig: server.kubeconfig, home: storage.directory });
    });
    after(async () => {
      await server.stop();
      await storage.remove();
    });

    const get = async (...names: string[]): Promise<JsonObject> =>
      JSON.parse(await kubectl(['get', ...names, '-o', 'json'])) as JsonObject;
    const names = (resource: string): Promise<string> => kubectl(['get', resource, '-o', 'name']);

    for (const [args, wanted] of CREATED) {
      it(`creates a ${args}`, async () => {
        const [kind = '', name = '', ...flags] = args.split(' ');
        assert.match(await kubectl(['create', kind, name, ...flags]), new RegExp(`^${kind}\\S*/${name} created\n$`));
        const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = await get(kind, name);
        assert.deepEqual(rest, wanted);
      });
    }

    for (const [name, first, second] of APPLIED) {
      it(`applies, compares, labels, annotates and edits ${name}`, async () => {
        const metadata = { name: name.slice(name.indexOf('/') + 1) };
        const apply = (object: JsonObject) =>
          kubectl(['apply', '-f', '-'], { input: JSON.stringify({ ...object, metadata }) });
        assert.equal(await apply(first), `${name} created\n`);
        assert.equal(await apply(first), `${name} unchanged\n`);
        const diff = await kubectl.attempt(['diff', '-f', '-'], { input: JSON.stringify({ ...second, metadata }) });
        assert.deepEqual([diff.code, diff.err], [1, ''], diff.out);
        assert.match(diff.out, /^\+[^+]/m);
        assert.equal(await apply(second), `${name} configured\n`);
        assert.equal(await apply(second), `${name} unchanged\n`);

        assert.equal(await kubectl(['label', name, 'tier=web']), `${name} labeled\n`);
        assert.equal(await kubectl(['annotate', name, 'note=text']), `${name} annotated\n`);
        const editor = join(storage.directory, 'editor.sh');
        await writeFile(editor, '#!/bin/sh\nsed -i s/web/db/ "$1"\n');
        await chmod(editor, 0o755);
        assert.equal(await kubectl(['edit', name], { environment: { EDITOR: editor } }), `${name} edited\n`);
        const jsonpath = 'jsonpath={.metadata.labels.tier} {.metadata.annotations.note}';
        assert.equal(await kubectl(['get', name, '-o', jsonpath]), 'db text');
        assert.equal(await apply(second), `${name} unchanged\n`);
      });
    }

    it('changes nothing with --dry-run=server', async () => {
      await kubectl(['create', 'configmap', 'kept', '--from-literal=a=1']);
      const before = [await names('configmaps'), await get('configmap', 'kept')];
      const input = (name: string) =>
        JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: '2' } });
      const dry = (args: readonly string[], input?: string) =>
        kubectl([...args, '--dry-run=server'], input === undefined ? {} : { input });
      assert.equal(await dry(['create', 'configmap', 'new']), 'configmap/new created (server dry run)\n');
      assert.equal(await dry(['create', '-f', '-'], input('new')), 'configmap/new created (server dry run)\n');
      assert.equal(await dry(['apply', '-f', '-'], input('new')), 'configmap/new created (server dry run)\n');
      assert.match(await dry(['apply', '-f', '-'], input('kept')), /^configmap\/kept configured \(server dry run\)$/m);
      assert.equal(await dry(['replace', '-f', '-'], input('kept')), 'configmap/kept replaced (server dry run)\n');
      assert.match(await dry(['patch', 'configmap', 'kept', '-p', '{"data":{"a":"2"}}']), /^configmap\/kept patched/);
      assert.match(await dry(['label', 'configmap', 'kept', 'a=b']), /^configmap\/kept labeled/);
      assert.equal(await dry(['delete', 'configmap', 'kept']), 'configmap "kept" deleted (server dry run)\n');
      assert.deepEqual([await names('configmaps'), await get('configmap', 'kept')], before);
    });

    it('cordons and taints a node', async () => {
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'tainted' } });
      await kubectl(['create', '-f', '-'], { input });
      const spec = async () => (await get('node', 'tainted'))['spec'];
      assert.match(
        await kubectl(['taint', 'node', 'tainted', 'node.kubernetes.io/not-ready:NoSchedule-']),
        /^node\/tainted (untainted|tainted)\n$/,
      );
      assert.equal(await kubectl(['cordon', 'tainted']), 'node/tainted cordoned\n');
      assert.deepEqual(await spec(), { unschedulable: true });
      assert.match(
        await kubectl(['get', 'nodes', '--field-selector=spec.unschedulable=true', '-o', 'name']),
        /tainted/,
      );
      assert.equal(await kubectl(['uncordon', 'tainted']), 'node/tainted uncordoned\n');
      assert.deepEqual(await spec(), {});
      assert.equal(await kubectl(['taint', 'node', 'tainted', 'disk=slow:NoSchedule']), 'node/tainted tainted\n');
      assert.deepEqual(await spec(), { taints: [{ key: 'disk', value: 'slow', effect: 'NoSchedule' }] });
      assert.match(await kubectl(['taint', 'node', 'tainted', 'disk-']), /^node\/tainted (untainted|tainted)\n$/);
      assert.deepEqual(await spec(), {});
      const bad = await kubectl.attempt(['patch', 'node', 'tainted', '-p', '{"spec":{"taints":[{"key":"a"}]}}']);
      assert.deepEqual([bad.code, /spec\.taints\[0\]\.effect: Required value/.test(bad.err)], [1, true], bad.err);
    });

    it('lists events of one object and by field selectors', async () => {
      await kubectl(['create', 'configmap', 'noted']);
      const uid = await kubectl(['get', 'configmap', 'noted', '-o', 'jsonpath={.metadata.uid}']);
      const event = (name: string, kind: string, type: string): JsonObject => ({
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name },
        involvedObject: { apiVersion: 'v1', kind, name: 'noted', namespace: 'default', uid },
        type,
        reason: 'Tested',
        message: `about the ${kind}`,
        lastTimestamp: '2024-01-02T03:04:05Z',
      });
      const items = [event('one', 'ConfigMap', 'Normal'), event('two', 'Secret', 'Warning')];
      await kubectl(['create', '-f', '-'], { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });
      const sorted = await kubectl(['get', 'events', '--sort-by=.metadata.name', '-o', 'name']);
      assert.equal(sorted, 'event/one\nevent/two\n');
      const select = (selector: string) => kubectl(['get', 'ev', `--field-selector=${selector}`, '-o', 'name']);
      assert.equal(await select('type=Warning'), 'event/two\n');
      assert.equal(await select('involvedObject.kind=ConfigMap,involvedObject.name=noted'), 'event/one\n');
      assert.match(await kubectl(['describe', 'configmap', 'noted']), /^ {2}Normal +Tested .* about the ConfigMap$/m);
      if (tool === 'KUBECTL_OLD') return;
      const told = await kubectl(['events', '--for=configmap/noted']);
      assert.match(told, /^LAST SEEN +TYPE +REASON +OBJECT +MESSAGE\n\S+ +Normal +Tested +ConfigMap\/noted +about/);
    });

    it('reconciles roles, and sets subjects', async () => {
      const role = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'reconciled' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      };
      const reconcile = () => kubectl(['auth', 'reconcile', '-f', '-'], { input: JSON.stringify(role) });
      assert.match(await reconcile(), /^clusterrole\.rbac\.authorization\.k8s\.io\/reconciled reconciled/);
      await reconcile();
      await kubectl(['create', 'clusterrolebinding', 'set', '--clusterrole=reconciled', '--user=a']);
      await kubectl(['set', 'subject', 'clusterrolebinding', 'set', '--user=b']);
      const users = await kubectl(['get', 'clusterrolebinding', 'set', '-o', 'jsonpath={.subjects[*].name}']);
      assert.equal(users, 'a b');
    });

    it('warns about unknown fields', async () => {
      const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'typo' }, dat: { a: '1' } };
      const create = (validate: string) =>
        kubectl.attempt(['create', '-f', '-', `--validate=${validate}`, '--dry-run=server'], {
          input: JSON.stringify(manifest),
        });
      const strict = await create('true');
      assert.deepEqual([strict.code, /unknown field "dat"/.test(strict.err)], [1, true], strict.err);
      const ignored = { code: 0, out: 'configmap/typo created (server dry run)\n', err: '' };
      const warned = { ...ignored, err: 'Warning: unknown field "dat"\n' };
      // The old kubectl cannot send fieldValidation. The server warns by default.
      assert.deepEqual(await create('false'), tool === 'KUBECTL' ? ignored : warned);
      if (tool === 'KUBECTL_OLD') return;
      assert.deepEqual(await create('strict'), strict);
      assert.deepEqual(await create('ignore'), ignored);
      assert.deepEqual(await create('warn'), warned);
    });

    it('warns about duplicate fields', async () => {
      const input = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice"},"data":{"a":"1","a":"2"}}';
      // kubectl keeps only the last of duplicates in what it parses itself.
      const create = (validation: string) =>
        kubectl.attempt(
          [
            'create',
            '--raw',
            `/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=${validation}`,
            '-f',
            '-',
          ],
          { input },
        );
      const strict = await create('Strict');
      assert.equal(strict.code, 1);
      assert.match(strict.err, /strict decoding error: duplicate field "data\.a"/);
      const warned = await create('Warn');
      assert.deepEqual([warned.code, warned.err], [0, 'Warning: duplicate field "data.a"\n']);
      assert.deepEqual((JSON.parse(warned.out) as JsonObject)['data'], { a: '2' });
      const { code, err } = await create('Ignore');
      assert.deepEqual([code, err], [0, '']);
    });

    if (tool === 'KUBECTL') {
      it('creates tokens for a service account', async () => {
        await kubectl(['create', 'serviceaccount', 'robot']);
        const token = await kubectl(['create', 'token', 'robot', '--duration=15m', '--audience=vault']);
        const [, payload = ''] = token.trim().split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
        assert.deepEqual(
          [claims['sub'], claims['aud'], Number(claims['exp']) - Number(claims['iat'])],
          ['system:serviceaccount:default:robot', ['vault'], 900],
        );
        const none = await kubectl.attempt(['create', 'token', 'nobody']);
        assert.match(none.err, /^error: failed to create token: serviceaccounts "nobody" not found\n$/);
      });
    }
  });
}
