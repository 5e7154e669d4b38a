import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@pilothouse/apiserver/version.js';
import { pods } from '@pilothouse/client/core.js';
import { DEPLOY } from './support/compose.js';
import { eventually } from './support/eventually.js';
import { CHART, createHelm, FULLNAME, NAMESPACE, RELEASE, type Helm } from './support/helm.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith, toolPath } from './support/needs.js';
import { startServer, type Server } from './support/server.js';

const POST_RENDERER = fileURLToPath(new URL('support/only-served.mjs', import.meta.url));
const CHART_RESTORE = join(DEPLOY, 'backup', 'chart-restore');
const OF_RELEASE = `app.kubernetes.io/instance=${RELEASE}`;
const KINDS = 'deployments,statefulsets,configmaps,secrets,serviceaccounts,roles,rolebindings,pods';

interface Revision {
  readonly revision: number;
  readonly status: string;
  readonly description: string;
}

/** Pilothouse as the host cluster, without what runs pods and without jobs: Helm's own ways with objects are what is tested. */
describeWith(['HELM', 'KUBECTL'], 'helm', () => {
  let server: Server;
  let helm: Helm;
  let kubectl: Kubectl;
  let common: readonly string[];
  before(async () => {
    server = await startServer(['--ephemeral']);
    helm = await createHelm(server.kubeconfig);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: helm.directory });
    const renderer = join(helm.directory, 'post-renderer');
    await writeFile(renderer, `#!/bin/sh\nexec '${process.execPath}' '${POST_RENDERER}'\n`);
    await chmod(renderer, 0o755);
    common = ['--namespace', NAMESPACE, '--no-hooks', '--post-renderer', renderer];
  });
  after(async () => {
    await helm.remove();
    await server.stop();
  });

  const get = (...args: readonly string[]): Promise<string> => kubectl(['-n', NAMESPACE, 'get', ...args]);
  const names = async (): Promise<string[]> =>
    (await get(KINDS, '-l', OF_RELEASE, '-o', 'name')).split('\n').filter((name) => name !== '');
  const replicas = (): Promise<string> =>
    get(
      'deployment',
      `${FULLNAME}-apiserver`,
      '-o',
      'jsonpath={.spec.replicas} {.spec.template.spec.containers[0].image}',
    );

  it('installs', async () => {
    const notes = await helm('install', RELEASE, CHART, '--create-namespace', ...common);
    assert.match(notes, /STATUS: deployed\nREVISION: 1\n/);
    assert.match(notes, /3 API servers, with an etcd of 3\./);
    assert.deepEqual(await names(), [
      `deployment.apps/${FULLNAME}-admission`,
      `deployment.apps/${FULLNAME}-apiserver`,
      `deployment.apps/${FULLNAME}-controller-manager`,
      `deployment.apps/${FULLNAME}-token-review`,
      `statefulset.apps/${FULLNAME}-etcd`,
      `configmap/${FULLNAME}-apiserver`,
      `configmap/${FULLNAME}-certificates`,
      `secret/${FULLNAME}-token-review-users`,
      `serviceaccount/${FULLNAME}-certificates`,
      `role.rbac.authorization.k8s.io/${FULLNAME}-certificates`,
      `rolebinding.rbac.authorization.k8s.io/${FULLNAME}-certificates`,
    ]);
    assert.equal(await replicas(), `3 pilothouse:${VERSION}`);
  });

  it('upgrades, and leaves alone what is as before', async () => {
    const version = (): Promise<string> =>
      get('statefulset', `${FULLNAME}-etcd`, '-o', 'jsonpath={.metadata.resourceVersion}');
    const before = await version();
    const values = ['--set', 'apiserver.replicas=5,image.tag=next', '--set', 'admission.enabled=false'];
    assert.match(await helm('upgrade', RELEASE, CHART, ...values, ...common), /REVISION: 2\n/);
    assert.equal(await replicas(), '5 pilothouse:next');
    assert.ok(!(await names()).includes(`deployment.apps/${FULLNAME}-admission`));
    assert.equal(await version(), before);
  });

  it('does not take members from etcd', async () => {
    const { code, err } = await helm.attempt('upgrade', RELEASE, CHART, '--set', 'etcd.replicas=1', ...common);
    assert.equal(code, 1);
    assert.match(err, /etcd\.replicas cannot be changed: there are 3 members/);
  });

  it('rolls back to the values from before', async () => {
    await helm('rollback', RELEASE, '1', '--namespace', NAMESPACE, '--no-hooks');
    assert.equal(await replicas(), `3 pilothouse:${VERSION}`);
    assert.ok((await names()).includes(`deployment.apps/${FULLNAME}-admission`));
    const history = JSON.parse(await helm('history', RELEASE, '--namespace', NAMESPACE, '-o', 'json')) as Revision[];
    assert.deepEqual(
      history.map(({ revision, status, description }) => `${revision} ${status}: ${description}`),
      ['1 superseded: Install complete', '2 superseded: Upgrade complete', '3 deployed: Rollback to 1'],
    );
  });

  it('tests, once somebody runs the pod', async () => {
    const collection = server.client.of(pods).namespace(NAMESPACE);
    const name = `${FULLNAME}-test`;
    const test = helm('test', RELEASE, '--namespace', NAMESPACE);
    await Promise.race([test, eventually(async () => (await names()).includes(`pod/${name}`), 'the pod of the test')]);
    const pod = await collection.get(name);
    assert.equal(pod.spec?.containers[0]?.args?.[1], `https://${FULLNAME}.${NAMESPACE}.svc:6443`);
    await collection.update({ ...pod, status: { ...pod.status, phase: 'Succeeded' } }, { subresource: 'status' });
    assert.match(await test, new RegExp(`TEST SUITE: +${name}\n[^]*Phase: +Succeeded`));
    assert.ok(!(await names()).includes(`pod/${name}`));
  });

  it('restores a backup of etcd, one member after the other, once nothing runs any more', async () => {
    const bin = join(helm.directory, 'bin');
    await mkdir(bin);
    await symlink(toolPath('KUBECTL'), join(bin, 'kubectl'));
    await writeFile(join(bin, 'sleep'), '#!/bin/sh\nexec /bin/sleep 0.1\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, KUBECONFIG: server.kubeconfig };
    const restore = async (): Promise<string> => {
      const child = spawn(CHART_RESTORE, [NAMESPACE, FULLNAME, 'a.db'], { env });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      }
      await once(child, 'close');
      return said;
    };
    assert.match(await restore(), /still runs/);
    const scaled = [`statefulset/${FULLNAME}-etcd`, `deployment/${FULLNAME}-apiserver`];
    await kubectl(['-n', NAMESPACE, 'scale', '--replicas=0', ...scaled]);

    const collection = server.client.of(pods).namespace(NAMESPACE);
    const done = restore();
    for (const index of [0, 1, 2]) {
      const member = `${FULLNAME}-etcd-${index}`;
      const isThere = async (): Promise<boolean> =>
        (await get('pods', '-o', 'name')).includes(`pod/${member}-restore\n`);
      await Promise.race([done, eventually(isThere, `the pod of ${member}`)]);
      const pod = await collection.get(`${member}-restore`);
      const { command = [], image } = pod.spec?.containers[0] ?? {};
      assert.match(image ?? '', /etcd:v3/);
      const peer = `https://${member}.${FULLNAME}-etcd.${NAMESPACE}.svc:2380`;
      for (const flag of [`--name=${member}`, `--initial-advertise-peer-urls=${peer}`]) {
        assert.ok(command.includes(flag), command.join(' '));
      }
      assert.match(command.find((each) => each.startsWith('--initial-cluster=')) ?? '', /(-[012]=https:.*){3}/);
      assert.equal(pod.spec?.volumes?.[0]?.persistentVolumeClaim?.claimName, `data-${member}`);
      await collection.update({ ...pod, status: { ...pod.status, phase: 'Succeeded' } }, { subresource: 'status' });
    }
    assert.equal(await done, [0, 1, 2].map((index) => `Restored ${FULLNAME}-etcd-${index}.\n`).join(''));
    assert.equal(await get('pods', '-o', 'name'), '');
  });

  it('uninstalls, and leaves nothing of it', async () => {
    assert.match(await helm('uninstall', RELEASE, '--namespace', NAMESPACE, '--no-hooks'), /uninstalled/);
    assert.deepEqual(await names(), []);
    assert.equal(await helm('list', '--all', '--short', '--namespace', NAMESPACE), '');
    assert.equal(await get('secrets', '-l', 'owner=helm', '-o', 'name'), '');
  });
});
