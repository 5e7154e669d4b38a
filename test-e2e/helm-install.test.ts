import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { VERSION } from '@pilothouse/runtime/version.js';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { configMaps, pods, secrets } from '@pilothouse/client/core.js';
import { IMAGE as REQUIRED } from './support/helm.js';
import { toolPath } from './support/needs.js';
import { openPageShell, type PageShell } from './support/page-shell.js';
import { describePage } from './support/pages.js';
import { ROOT } from './support/root.js';
import { runToEnd, startServer, type Server } from './support/server.js';

const POST_RENDERER = join(ROOT, 'test-e2e/support/only-served.mjs');
/** Values of the page. */
const [RELEASE, NAMESPACE, FULLNAME] = ['control', 'pilothouse', 'control-pilothouse'];
const OF_RELEASE = `app.kubernetes.io/instance=${RELEASE}`;
const KINDS = 'deployments,statefulsets,configmaps,secrets,serviceaccounts,roles,rolebindings,pods';

/** Helm without workloads and jobs: the test covers how Helm handles objects. */
const helmScript = (): string => `#!/bin/sh
case $1 in
  upgrade) set -- "$@" --no-hooks --post-renderer "$HOME/post-renderer" ;;
  rollback | uninstall) set -- "$@" --no-hooks ;;
esac
exec '${toolPath('HELM')}' "$@"
`;

/** Pilothouse as the host cluster. */
describePage('helm/pilothouse/README.md', ['HELM', 'KUBECTL'], (page) => {
  let host: Server;
  let shell: PageShell;
  let cluster: Cluster;
  /** The API server that the release would run. */
  let inner: Server | undefined;
  before(async () => {
    host = await startServer(['--ephemeral']);
    shell = await openPageShell({
      tools: ['KUBECTL'],
      environment: { KUBECONFIG: host.kubeconfig },
      programs: {
        helm: helmScript(),
        sleep: '#!/bin/sh\nexec /bin/sleep 0.3\n',
        '../post-renderer': `#!/bin/sh\nexec '${process.execPath}' '${POST_RENDERER}'\n`,
      },
    });
    cluster = runPods(host);
  });
  after(async () => {
    await cluster.stop();
    await inner?.crash();
    await shell.close();
    await host.stop();
  });

  async function follow(...sections: readonly string[]): Promise<void> {
    for (const block of page.take(...sections)) await shell.follow(block);
  }
  const get = (what: string): Promise<string> => shell.run(`kubectl -n ${NAMESPACE} get ${what}`);
  const names = async (): Promise<string[]> =>
    (await get(`${KINDS} -l ${OF_RELEASE} -o name`)).split('\n').filter((name) => name !== '');
  const replicas = (): Promise<string> =>
    get(`deployment ${FULLNAME}-apiserver -o jsonpath='{.spec.replicas} {.spec.template.spec.containers[0].image}'`);
  const IMAGE = `registry.example.org/pilothouse:${VERSION}`;

  it('installs, and serves a client with the kubeconfig of the certificates job', async () => {
    const [install, ...use] = page.take('Install');
    assert.ok(install !== undefined && use.length > 0);
    await shell.follow(install);
    assert.match(await shell.run(`helm get notes ${RELEASE} -n ${NAMESPACE}`), /3 API servers, 3 etcd members\./);
    assert.deepEqual(await names(), [
      `deployment.apps/${FULLNAME}-admission`,
      `deployment.apps/${FULLNAME}-apiserver`,
      `deployment.apps/${FULLNAME}-controller-manager`,
      `deployment.apps/${FULLNAME}-token-review`,
      `statefulset.apps/${FULLNAME}-etcd`,
      `configmap/${FULLNAME}-apiserver`,
      `configmap/${FULLNAME}-certificates`,
      `secret/${FULLNAME}-token-review-users`,
      `serviceaccount/${FULLNAME}-admission`,
      `serviceaccount/${FULLNAME}-apiserver`,
      `serviceaccount/${FULLNAME}-certificates`,
      `serviceaccount/${FULLNAME}-controller-manager`,
      `serviceaccount/${FULLNAME}-etcd`,
      `serviceaccount/${FULLNAME}-etcd-backup`,
      `serviceaccount/${FULLNAME}-test`,
      `serviceaccount/${FULLNAME}-token-review`,
      `role.rbac.authorization.k8s.io/${FULLNAME}-certificates`,
      `rolebinding.rbac.authorization.k8s.io/${FULLNAME}-certificates`,
    ]);
    assert.equal(await replicas(), `3 ${IMAGE}`);

    inner = await startInner();
    for (const block of use) await shell.follow(block);
    const [container] = cluster.ran(`${FULLNAME}-test`)?.spec?.containers ?? [];
    assert.equal(container?.args?.[1], `https://${FULLNAME}.${NAMESPACE}.svc:6443`);
  });

  /** Creates what the release's job creates, and starts a server with it at the port that the page forwards. */
  async function startInner(): Promise<Server> {
    const { data = {} } = await host.client.of(configMaps).namespace(NAMESPACE).get(`${FULLNAME}-certificates`);
    const plan = join(shell.directory, 'plan.yaml');
    await writeFile(plan, Object.values(data)[0] ?? '');
    const where = [`--namespace=${NAMESPACE}`, `--kubeconfig=${host.kubeconfig}`];
    const made = await runToEnd('certificates', `--config=${plan}`, ...where);
    assert.equal(made.code, 0, made.out + made.err);
    const serving = await host.client.of(secrets).namespace(NAMESPACE).get(`${FULLNAME}-apiserver`);
    const files = ['tls.crt', 'tls.key', 'ca.crt'].map((name) => join(shell.directory, name));
    for (const path of files) {
      const text = serving.data?.[path.slice(shell.directory.length + 1)] ?? '';
      await writeFile(path, Buffer.from(text, 'base64'), { mode: 0o600 });
    }
    const [cert = '', key = '', ca = ''] = files;
    return startServer(
      [
        '--ephemeral',
        `--secure-port=${shell.port(6443)}`,
        `--tls-cert-file=${cert}`,
        `--tls-private-key-file=${key}`,
        `--client-ca-file=${ca}`,
      ],
      {},
      'apiserver',
    );
  }

  it('creates users, and restarts etcd', () => follow('Authentication', 'Certificates'));

  it('upgrades, and leaves unchanged objects alone', async () => {
    const version = (): Promise<string> => get(`statefulset ${FULLNAME}-etcd -o jsonpath={.metadata.resourceVersion}`);
    const before = await version();
    await writeValues({ image: { tag: 'next' }, apiserver: { replicas: 5 }, admission: { enabled: false } });
    await follow('Upgrade');
    assert.equal(await replicas(), '5 registry.example.org/pilothouse:next');
    assert.ok(!(await names()).includes(`deployment.apps/${FULLNAME}-admission`));
    assert.equal(await version(), before);
  });

  it('does not remove members from etcd', async () => {
    const { code, output } = await shell.attempt(
      `helm upgrade ${RELEASE} helm/pilothouse -n ${NAMESPACE} --values control.yaml --set etcd.replicas=1`,
    );
    assert.equal(code, 1);
    assert.match(output, /etcd\.replicas cannot be changed: etcd has 3 members/);
  });

  it('rolls back to the previous values', async () => {
    await follow('Roll back');
    assert.equal(await replicas(), `3 ${IMAGE}`);
    assert.ok((await names()).includes(`deployment.apps/${FULLNAME}-admission`));
  });

  it('keeps the keys, and restores a backup of etcd member by member while nothing runs', async () => {
    const refused = await shell.attempt(`deploy/backup/chart-restore ${NAMESPACE} ${FULLNAME} a.db`);
    assert.deepEqual([refused.code, refused.output.includes('still runs')], [1, true]);
    await follow('Back up and restore');
    for (const index of [0, 1, 2]) {
      const member = `${FULLNAME}-etcd-${index}`;
      const { containers, volumes } = cluster.ran(`${member}-restore`)?.spec ?? {};
      const { command = [], image } = containers?.[0] ?? {};
      assert.match(image ?? '', /etcd:v3/);
      const peer = `https://${member}.${FULLNAME}-etcd.${NAMESPACE}.svc:2380`;
      for (const flag of [`--name=${member}`, `--initial-advertise-peer-urls=${peer}`]) {
        assert.ok(command.includes(flag), command.join(' '));
      }
      assert.match(command.find((each) => each.startsWith('--initial-cluster=')) ?? '', /(-[012]=https:.*){3}/);
      assert.equal(volumes?.[0]?.persistentVolumeClaim?.claimName, `data-${member}`);
    }
    assert.equal(await get('pods -o name'), '');
    assert.match(await shell.run('cat secrets.yaml'), new RegExp(`name: ${FULLNAME}-service-account\n`));
  });

  it('restores a backup from a bucket', async () => {
    const [enable, restore] = page.take('Backups in a bucket');
    assert.ok(enable !== undefined && restore !== undefined);
    const s3 = { enabled: true, bucket: 'backups', existingSecret: 's3-access', caSecret: 's3-authority' };
    await writeValues({ etcd: { backup: { s3 } } });
    await shell.follow(enable);
    const all = `deployment/${FULLNAME}-apiserver statefulset/${FULLNAME}-etcd`;
    await shell.run(`kubectl -n ${NAMESPACE} scale --replicas=0 ${all}`);
    await shell.follow(restore);
    const { initContainers, volumes, serviceAccountName } = cluster.ran(`${FULLNAME}-etcd-2-restore`)?.spec ?? {};
    const [fetch] = initContainers ?? [];
    assert.match(
      fetch?.args?.[0] ?? '',
      /^rclone copyto backups:control-\S+x7k2p\.db \/backups\/control-\S+x7k2p\.db\n/,
    );
    assert.equal(fetch?.envFrom?.[0]?.secretRef?.name, 's3-access');
    assert.equal(volumes?.find(({ name }) => name === 's3-ca')?.secret?.secretName, 's3-authority');
    assert.ok(volumes?.find(({ name }) => name === 'backups')?.emptyDir);
    assert.equal(serviceAccountName, `${FULLNAME}-etcd`);
  });

  /** The page's values file with further values. */
  async function writeValues({ image, ...values }: { readonly image?: object; readonly [name: string]: unknown }) {
    const given = { image: { ...REQUIRED.image, ...image }, ...values };
    await writeFile(join(shell.directory, 'control.yaml'), JSON.stringify(given));
  }

  it('uninstalls, and leaves only objects with keys, until they are deleted', async () => {
    await follow('Uninstall');
    assert.deepEqual(await names(), []);
    assert.equal(await shell.run(`helm list --all --short -n ${NAMESPACE}`), '');
    for (const label of ['owner=helm', 'app.kubernetes.io/managed-by=pilothouse']) {
      assert.equal(await get(`secrets -l ${label} -o name`), '');
    }
  });
});

interface Cluster {
  /** A pod in the state that it had while it ran. */
  readonly ran: (name: string) => Pod | undefined;
  readonly stop: () => Promise<void>;
}

/** Marks every pod of the namespace as succeeded. */
function runPods({ client }: Server): Cluster {
  const all = client.of(pods).namespace(NAMESPACE);
  const seen = new Map<string, Pod>();
  const done = new AbortController();
  const running = (async () => {
    while (!done.signal.aborted) {
      const { items } = await all.list();
      for (const pod of items.filter(({ status }) => status?.phase !== 'Succeeded')) {
        seen.set(pod.metadata.name ?? '', pod);
        // The pod may be gone or replaced.
        await all
          .subresource('status')
          .update({ ...pod, status: { ...pod.status, phase: 'Succeeded' } })
          .catch(() => undefined);
      }
      await pause(250);
    }
  })();
  return {
    ran: (name) => seen.get(name),
    async stop() {
      done.abort();
      await running;
    },
  };
}
