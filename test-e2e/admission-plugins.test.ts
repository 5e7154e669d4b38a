import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { runToEnd, startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

const CONFIGURATION = `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodNodeSelector
    configuration:
      podNodeSelectorPluginConfig:
        clusterDefaultNodeSelector: env=shared
        shop: env=shared,disk=fast
  - name: PodTolerationRestriction
    path: tolerations.yaml
`;
const TOLERATIONS = `apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1
kind: Configuration
default: [{ key: spot, operator: Exists }]
`;
const ENABLED = ['AlwaysPullImages', 'DenyServiceExternalIPs', 'PodNodeSelector', 'PodTolerationRestriction'];

describeWith(['KUBECTL'], 'admission plugins with a configuration file', () => {
  let storage: TestStorage;
  let server: Server;
  let kubectl: Kubectl;
  let configured: string;

  before(async () => {
    storage = await createTestStorage('embedded');
    const file = join(storage.directory, 'admission.yaml');
    await writeFile(file, CONFIGURATION);
    await writeFile(join(storage.directory, 'tolerations.yaml'), TOLERATIONS);
    configured = `--admission-control-config-file=${file}`;
    server = await startServer([...storage.flags, configured, `--enable-admission-plugins=${ENABLED.join()}`]);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: storage.directory });
    await kubectl(['create', 'namespace', 'shop']);
    await kubectl(['create', 'namespace', 'lab']);
    const prefix = 'scheduler.alpha.kubernetes.io';
    const whitelist = `${prefix}/tolerationsWhitelist=[{"key":"spot","operator":"Exists"},{"operator":"Exists","effect":"NoExecute"}]`;
    await kubectl(['annotate', 'namespace', 'lab', `${prefix}/node-selector=env=lab`, whitelist]);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const run = (name: string, namespace: string, spec: object = {}) =>
    kubectl.attempt(['run', name, '-n', namespace, '--image=i', `--overrides=${JSON.stringify({ spec })}`]);
  const field = (name: string, namespace: string, path: string): Promise<string> =>
    kubectl(['get', 'pod', name, '-n', namespace, '-o', `jsonpath={.spec.${path}}`]);

  it('set the fields of pods', async () => {
    for (const namespace of ['shop', 'lab']) assert.equal((await run('web', namespace)).err, '');
    assert.equal(await field('web', 'shop', 'nodeSelector'), '{"env":"shared"}');
    assert.equal(await field('web', 'lab', 'nodeSelector'), '{"env":"lab"}');
    assert.equal(await field('web', 'lab', 'tolerations[?(@.key=="spot")].operator'), 'Exists');
    assert.equal(await field('web', 'lab', 'containers[0].imagePullPolicy'), 'Always');
  });

  const refused: readonly (readonly [namespace: string, spec: object, why: string])[] = [
    [
      'lab',
      { nodeSelector: { env: 'shared' } },
      'pod node label selector conflicts with its namespace node label selector',
    ],
    [
      'shop',
      { nodeSelector: { disk: 'slow' } },
      'pod node label selector labels conflict with its namespace whitelist',
    ],
    [
      'lab',
      { tolerations: [{ key: 'gpu', operator: 'Exists' }] },
      'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
    ],
  ];
  for (const [namespace, spec, why] of refused) {
    it(`refuse pods in ${namespace} with ${JSON.stringify(spec)}`, async () => {
      const { code, err } = await run('other', namespace, spec);
      assert.deepEqual([code, err], [1, `Error from server (Forbidden): pods "other" is forbidden: ${why}\n`]);
    });
  }

  it('refuse external IPs of services', async () => {
    const { err } = await kubectl.attempt([
      'expose',
      'pod',
      'web',
      '-n',
      'shop',
      '--port=80',
      '--external-ip=192.0.2.1',
    ]);
    const why = 'services "web" is forbidden: Use of external IPs is denied by admission control';
    assert.ok(err.endsWith(`Error from server (Forbidden): ${why}\n`), err);
  });

  it('refuse an invalid configuration at the start', async () => {
    const file = join(storage.directory, 'tolerations.yaml');
    await writeFile(file, TOLERATIONS.replace('Exists', 'Exist'));
    const { code, err } = await runToEnd(
      'up',
      '--ephemeral',
      '--secure-port=0',
      configured,
      `--enable-admission-plugins=${ENABLED.join()}`,
    );
    assert.equal(code, 1);
    assert.match(err, /tolerations\.yaml: default\[0\]\.operator: Unsupported value: "Exist"/);
  });
});
