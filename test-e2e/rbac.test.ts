import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKubectl, type Ended, type Kubectl } from './support/kubectl.js';
import { eventually } from './support/eventually.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { startServer, type Server } from './support/server.js';

describeOnStores('RBAC and kubectl', ['KUBECTL'], (store) => {
  let storage: TestStorage;
  let server: Server;
  /** The administrator's kubectl, and one without credentials. */
  let admin: Kubectl;
  let bare: Kubectl;
  let authority: string;

  before(async () => {
    storage = await createTestStorage(store);
    server = await startServer(storage.flags);
    admin = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
    bare = createKubectl({ tool: 'KUBECTL', kubeconfig: '/dev/null', home: storage.directory });
    authority = join(storage.directory, 'server-ca.crt');
    await writeFile(authority, server.connection.caPem ?? '');
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const as = (token: string, args: readonly string[]): Promise<Ended> =>
    bare.attempt([
      `--server=${server.url}`,
      `--certificate-authority=${authority}`,
      `--token=${token.trim()}`,
      ...args,
    ]);

  it('a service account has the permissions of its role only in its namespace', async () => {
    await admin(['create', 'namespace', 'team']);
    await admin(['create', 'serviceaccount', 'robot', '-n', 'team']);
    await admin(['create', 'configmap', 'greeting', '-n', 'team', '--from-literal=text=hello']);
    const token = await admin(['create', 'token', 'robot', '-n', 'team']);
    const list = ['get', 'configmaps', '-o', 'name', '-n', 'team'];
    assert.match((await as(token, list)).err, /configmaps is forbidden: User "system:serviceaccount:team:robot"/);
    await admin(['create', 'rolebinding', 'robot', '-n', 'team', '--clusterrole=view', '--serviceaccount=team:robot']);
    // The controller collects the rules of `view`.
    await eventually(async () => /configmap\/greeting/.test((await as(token, list)).out));
    for (const [args, what] of [
      [['get', 'configmaps', '-A'], 'list resource "configmaps" in API group "" at the cluster scope'],
      [['get', 'configmaps', '-n', 'default'], 'list resource "configmaps" in API group "" in the namespace "default"'],
      [['get', 'secrets', '-n', 'team'], 'list resource "secrets"'],
      [['delete', 'configmap', 'greeting', '-n', 'team'], 'delete resource "configmaps"'],
      [['get', 'nodes'], 'list resource "nodes"'],
    ] as const) {
      const { code, err } = await as(token, args);
      assert.equal(code, 1, args.join(' '));
      assert.ok(err.includes(`cannot ${what}`), err);
    }
    await admin(['delete', 'rolebinding', 'robot', '-n', 'team']);
    assert.equal((await as(token, list)).code, 1);
  });

  it('permissions are listed: can-i, can-i --list, whoami', async () => {
    await admin(['create', 'serviceaccount', 'asker']);
    const token = await admin(['create', 'token', 'asker']);
    await admin(['create', 'role', 'asker', '--verb=get,update', '--resource=secrets', '--resource-name=one']);
    await admin(['create', 'rolebinding', 'asker', '--role=asker', '--serviceaccount=default:asker']);
    const canI = async (...args: readonly string[]): Promise<string> =>
      (await as(token, ['auth', 'can-i', ...args])).out.trim();
    assert.equal(await canI('get', 'secret/one'), 'yes');
    assert.equal(await canI('get', 'secret/two'), 'no');
    assert.equal(await canI('get', 'secret/one', '-n', 'kube-system'), 'no');
    assert.equal(await canI('get', '/version'), 'yes');
    assert.equal(await canI('*', '*'), 'no');
    const listed = await as(token, ['auth', 'can-i', '--list']);
    assert.match(listed.out, /^secrets +\[\] +\[one\] +\[get update\]$/m);
    assert.equal(listed.err, '');
    await admin(['create', 'clusterrole', 'paths', '--verb=get', '--non-resource-url=/of-no-namespace']);
    await admin(['create', 'rolebinding', 'paths', '--clusterrole=paths', '--serviceaccount=default:asker']);
    assert.doesNotMatch((await as(token, ['auth', 'can-i', '--list'])).out, /of-no-namespace/);
    assert.equal(await canI('get', '/of-no-namespace'), 'no');
    const { out } = await as(token, ['auth', 'whoami']);
    assert.match(out, /Username +system:serviceaccount:default:asker\n/);
    assert.match(out, /Groups +\[system:serviceaccounts system:serviceaccounts:default system:authenticated\]/);
    assert.equal((await admin(['auth', 'can-i', '*', '*', '-A'])).trim(), 'yes');
  });

  it('a user cannot grant permissions that the user does not have', async () => {
    await admin(['create', 'serviceaccount', 'maker']);
    const token = await admin(['create', 'token', 'maker']);
    const resources = '--resource=roles,rolebindings,clusterroles,clusterrolebindings';
    await admin(['create', 'clusterrole', 'maker', '--verb=create,get,list,update,patch', resources]);
    await admin(['create', 'clusterrolebinding', 'maker', '--clusterrole=maker', '--serviceaccount=default:maker']);
    const role = await as(token, ['create', 'role', 'all', '--verb=get', '--resource=secrets']);
    assert.match(
      role.err,
      /is attempting to grant RBAC permissions not currently held:\n\{APIGroups:\[""\], Resources:\["secrets"\], Verbs:\["get"\]\}/,
    );
    const binding = ['create', 'clusterrolebinding', 'all', '--clusterrole=cluster-admin'];
    assert.match((await as(token, [...binding, '--user=me'])).err, /not currently held/);
    assert.equal((await as(token, ['create', 'role', 'some', '--verb=get', '--resource=roles'])).err, '');
  });

  it('an aggregated role follows the roles that it selects, and cannot be changed directly', async () => {
    const rules = async (): Promise<string> => {
      const resources = '{range .rules[*]}{.resources[0]} {end}';
      return (await admin(['get', 'clusterrole', 'sum', '-o', `jsonpath=${resources}`])).trim();
    };
    const part = JSON.stringify({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'part', labels: { 'example.com/sum': 'true' } },
      rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
    });
    await admin(['apply', '-f', '-'], { input: part });
    await admin(['create', 'clusterrole', 'sum', '--aggregation-rule=example.com/sum=true']);
    assert.equal(await rules(), 'pods');
    const sum = await admin(['get', 'clusterrole', 'sum', '-o', 'json']);
    const changed = { input: sum.replace('"pods"', '"secrets"').replace(/"resourceVersion": "\d+",/, '') };
    const ways: readonly (readonly string[])[] = [
      ['replace', '-f', '-'],
      ['apply', '-f', '-'],
      ['apply', '--server-side', '--force-conflicts', '-f', '-'],
      ['patch', 'clusterrole', 'sum', '--type=merge', '-p', '{"rules":[]}'],
    ];
    for (const way of ways) {
      const { code, err } = await admin.attempt(way, changed);
      assert.equal(code, 0, err);
      assert.match(err, /rules: computed from the ClusterRoles that aggregationRule selects/, way.join(' '));
      assert.equal(await rules(), 'pods');
    }
  });

  it('kubectl auth reconcile creates, keeps and extends roles', async () => {
    const file = (verbs: string): string =>
      [
        'apiVersion: rbac.authorization.k8s.io/v1',
        'kind: ClusterRole',
        'metadata: {name: reconciled}',
        `rules: [{apiGroups: [""], resources: [configmaps], verbs: [${verbs}]}]`,
      ].join('\n');
    // kubectl reports changes on standard error.
    const reconcile = async (verbs: string): Promise<string> => {
      const { code, out, err } = await admin.attempt(['auth', 'reconcile', '-f', '-'], { input: file(verbs) });
      assert.deepEqual([code, out], [0, 'clusterrole.rbac.authorization.k8s.io/reconciled reconciled\n'], err);
      return err;
    };
    const version = (): Promise<string> =>
      admin(['get', 'clusterrole', 'reconciled', '-o', 'jsonpath={.metadata.resourceVersion}']);
    assert.match(await reconcile('get'), /reconciliation required create\n/);
    const created = await version();
    assert.equal(await reconcile('get'), '');
    assert.equal(await version(), created);
    assert.match(await reconcile('list'), /reconciliation required update\n/);
    const verbs = await admin(['get', 'clusterrole', 'reconciled', '-o', 'jsonpath={.rules[*].verbs[*]}']);
    assert.equal(verbs, 'get list');
  });
});
