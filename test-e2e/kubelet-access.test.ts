import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { createTestStorage, describeOnStores, type TestStorage } from './support/test-storage.js';
import { runToEnd, startServer, type Server } from './support/server.js';

describeOnStores('a kubelet with a client certificate', ['KUBECTL'], (store) => {
  let storage: TestStorage;
  let server: Server;
  let admin: Kubectl;
  let kubelet: Kubectl;

  before(async () => {
    storage = await createTestStorage(store);
    server = await startServer([...storage.flags, '--enable-admission-plugins=NodeRestriction']);
    const kubeconfig = join(storage.directory, 'kubelet.kubeconfig');
    const data = ['--data-dir', join(storage.directory, 'data'), '--out', kubeconfig];
    const { code, err } = await runToEnd('kubeconfig', 'user', 'system:node:worker', '--group=system:nodes', ...data);
    assert.deepEqual([code, err], [0, '']);
    admin = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
    kubelet = createKubectl({ tool: 'KUBECTL', kubeconfig, home: join(storage.directory, 'kubelet') });
    await admin(['create', 'namespace', 'shop']);
    for (const name of ['db', 'other'])
      await admin(['create', 'secret', 'generic', name, '--from-literal=a=b', '-n', 'shop']);
    for (const [name, nodeName] of [
      ['web', 'worker'],
      ['elsewhere', 'other'],
    ] as const) {
      const volumes = [{ name: 'v', secret: { secretName: name === 'web' ? 'db' : 'other' } }];
      const spec = { nodeName, volumes, containers: [{ name: 'c', image: 'i' }] };
      await create(admin, { kind: 'Pod', metadata: { name, namespace: 'shop' }, spec });
    }
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  async function create(kubectl: Kubectl, object: object): Promise<string> {
    return kubectl(['create', '-f', '-'], { input: JSON.stringify({ apiVersion: 'v1', ...object }) });
  }

  async function refused(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await kubelet.attempt(args);
    assert.deepEqual([code, out], [1, '']);
    return err.trim().replace(/^Error from server \(Forbidden\): /, '');
  }

  it('registers its node and keeps it, without restricted labels', async () => {
    const labels = { 'kubernetes.io/hostname': 'worker' };
    await create(kubelet, { kind: 'Node', metadata: { name: 'worker', labels } });
    assert.match(await kubelet(['label', 'node', 'worker', 'rack=a']), /labeled/);
    assert.equal(
      await refused('label', 'node', 'worker', 'node-restriction.kubernetes.io/team=a'),
      'nodes "worker" is forbidden: is not allowed to modify labels: node-restriction.kubernetes.io/team',
    );
    assert.match(
      await refused('taint', 'node', 'worker', 'node.kubernetes.io/not-ready-'),
      /nodes "worker" is forbidden: node "worker" is not allowed to modify taints$/,
    );
    assert.match(await refused('get', 'nodes'), /: node 'worker' cannot read all nodes, only its own Node object$/);
    assert.match(await refused('delete', 'node', 'worker'), /User "system:node:worker" cannot delete resource "nodes"/);
  });

  it('reads the pods of its node and what they need', async () => {
    const pods = ['get', 'pods', '-A', '-o', 'name'];
    assert.equal(await kubelet([...pods, '--field-selector=spec.nodeName=worker']), 'pod/web\n');
    assert.match(await refused(...pods), /: can only list\/watch pods with spec\.nodeName field selector$/);
    assert.equal(await kubelet(['get', 'secret', 'db', '-n', 'shop', '-o', 'jsonpath={.data.a}']), 'Yg==');
    assert.match(
      await refused('get', 'secret', 'other', '-n', 'shop'),
      /: no relationship found between node 'worker' and this object$/,
    );
    assert.match(await refused('get', 'secrets', '-n', 'shop'), /: No Object name found$/);
  });

  it('requests tokens of its pods, and creates no pods', async () => {
    const uid = await admin(['get', 'pod', 'web', '-n', 'shop', '-o', 'jsonpath={.metadata.uid}']);
    const token = ['create', 'token', 'default', '-n', 'shop', '--bound-object-kind=Pod'];
    await kubelet([...token, '--bound-object-name=web', `--bound-object-uid=${uid}`]);
    assert.match(
      await refused('create', 'token', 'default', '-n', 'shop'),
      /serviceaccounts "default" is forbidden: node requested token not bound to a pod$/,
    );
    assert.match(
      await refused(...token, '--bound-object-name=web', `--bound-object-uid=${uid}`, '--audience=vault'),
      /audience "vault" not found in pod spec volume, system:node:worker is not authorized to request tokens for this audience$/,
    );
    assert.match(
      await refused('run', 'mine', '--image=i', '-n', 'shop', '--overrides={"spec":{"nodeName":"worker"}}'),
      /pods "mine" is forbidden: pod does not have "kubernetes\.io\/config\.mirror" annotation, node "worker" can only create mirror pods$/,
    );
    assert.match(
      await refused('delete', 'pod', 'elsewhere', '-n', 'shop'),
      /node "worker" can only delete pods with spec\.nodeName set to itself$/,
    );
    await kubelet(['delete', 'pod', 'web', '-n', 'shop', '--grace-period=0', '--force', '--wait=false']);
  });
});
