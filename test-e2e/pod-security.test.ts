import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { events } from '@pilothouse/client/core.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

const CONFIGURATION = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: PodSecurity
  path: pod-security.yaml
- name: EventRateLimit
  configuration:
    apiVersion: eventratelimit.admission.k8s.io/v1alpha1
    kind: Configuration
    limits:
    - {type: Namespace, qps: 1, burst: 2}
`;
const POD_SECURITY = `
apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
defaults: {enforce: baseline, warn: privileged}
exemptions: {usernames: [deployer], namespaces: [kube-system]}
`;
const PRIVILEGED = 'privileged (container "p" must not set securityContext.privileged=true)';

describeWith(['KUBECTL'], 'plugins with a configuration file', () => {
  let storage: TestStorage;
  let server: Server;
  let kubectl: Kubectl;
  before(async () => {
    storage = await createTestStorage('embedded');
    const { directory } = storage;
    const file = join(directory, 'admission.yaml');
    await writeFile(file, CONFIGURATION);
    await writeFile(join(directory, 'pod-security.yaml'), POD_SECURITY);
    server = await startServer([
      ...storage.flags,
      `--admission-control-config-file=${file}`,
      '--enable-admission-plugins=EventRateLimit',
    ]);
    kubectl = createKubectl({ tool: 'KUBECTL', kubeconfig: server.kubeconfig, home: directory });
    await kubectl(['create', 'clusterrolebinding', 'deployer', '--clusterrole=cluster-admin', '--user=deployer']);
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  const run = (name: string, ...flags: readonly string[]) =>
    kubectl.attempt(['run', name, '--image=i', '--privileged', ...flags]);

  it('refuse pods by the defaults of namespaces without labels', async () => {
    const { code, err } = await run('p');
    assert.equal(code, 1);
    assert.equal(
      err.trim(),
      `Error from server (Forbidden): pods "p" is forbidden: violates PodSecurity "baseline:latest": ${PRIVILEGED}`,
    );
    assert.equal((await run('p', '--namespace=kube-system')).code, 0);
    assert.equal((await run('p', '--as=deployer')).code, 0);
  });

  it('refuse a debug container that violates the policy, and admit another', async () => {
    await kubectl(['run', 'web', '--image=i']);
    const debug = (profile: string) =>
      kubectl.attempt(['debug', 'web', '--image=i', `--profile=${profile}`, '--container=p', '--attach=false']);
    const refused = await debug('sysadmin');
    assert.match(
      refused.err,
      /pods "web" is forbidden: violates PodSecurity "baseline:latest": privileged \(container "p"/,
    );
    const admitted = await debug('baseline');
    assert.equal(admitted.code, 0, admitted.err);
    // What was admitted before stays, and a change of labels is not checked.
    await kubectl(['label', 'pod', 'p', 'checked=no']);
  });

  it('count requests', async () => {
    const text = await kubectl(['get', '--raw', '/metrics']);
    const valueOf = (start: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(start))
        ?.split(' ')
        .at(-1);
    assert.equal(valueOf('pod_security_exemptions_total{request_operation="create",resource="pod"'), '2');
    const denied =
      'pod_security_evaluations_total{decision="deny",policy_level="baseline",policy_version="latest",mode="enforce"';
    assert.equal(valueOf(`${denied},request_operation="update",resource="pod",subresource="ephemeralcontainers"`), '1');
  });

  it('limit the rate of events', async () => {
    await kubectl(['create', 'namespace', 'busy']);
    const collection = server.client.of(events).namespace('busy');
    // In half a minute, the rate would admit fewer.
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        collection.create({ metadata: { name: `e${index}` }, involvedObject: { namespace: 'busy' } }),
      ),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    assert.ok(refused.length > 0 && refused.length <= 38, `${refused.length} were refused`);
    for (const text of refused) assert.match(text, /Too many requests: limit reached on type Namespace for key busy/);
  });
});
