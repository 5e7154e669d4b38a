import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { pods } from '@pilothouse/client/core.js';
import {
  startAdmissionInstallation,
  type AdmissionInstallation,
  type AdmissionProcess,
} from './support/admission-installation.js';
import { newAuthority, newClient } from './support/certificates.js';
import { eventually } from './support/eventually.js';
import { healthOf, servicesOf } from './support/grpc-standard.js';
import { createKubectl, type Kubectl } from './support/kubectl.js';
import { describeWith } from './support/needs.js';
import { startServer, type Server } from './support/server.js';

/** How often the service is killed while pods are created. Raise it for a longer run. */
const KILLS = Number(process.env['ADMISSION_KILLS'] ?? 3);
const WRITERS = 16;

const POLICY = `
version: 1
rules:
  - name: no-latest
    match: { operations: [CREATE], apiGroups: [''], resources: [pods] }
    expression: object.spec.containers.all(c, !c.image.endsWith(':latest'))
    message: images need a tag
  - name: labels
    match: { operations: [CREATE], apiGroups: [apps], resources: [deployments] }
    expression: has(object.metadata.labels.team)
    message: no team is named
    action: warn
`;

describeWith(['ETCD', 'KUBECTL'], 'admission service', () => {
  let installation: AdmissionInstallation;
  let service: AdmissionProcess;
  let kubectl: Kubectl;

  before(async () => {
    installation = await startAdmissionInstallation(POLICY);
    service = installation.service;
    kubectl = createKubectl({
      tool: 'KUBECTL',
      kubeconfig: installation.servers.Fail.kubeconfig,
      home: installation.directory,
    });
    // The service account exists once the controllers can write.
    await eventually(async () => (await kubectl.attempt(['get', 'serviceaccount', 'default'])).code === 0);
  });
  after(async () => {
    service.kill('SIGKILL');
    await installation.remove();
  });

  const create = async (policy: 'Fail' | 'Ignore', name: string): Promise<Pod> =>
    installation.servers[policy].client
      .of(pods)
      .namespace('default')
      .create({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i:1', resources: {} }] } });

  it('sets the service account, token volume, priority and tolerations of pods', async () => {
    await kubectl(['run', 'web', '--image=nginx:1']);
    const { spec } = JSON.parse(await kubectl(['get', 'pod', 'web', '-o', 'json'])) as Pod;
    assert.ok(spec !== undefined && hasPassed({ spec }), JSON.stringify(spec));
    assert.equal(spec.containers[0]?.volumeMounts?.[0]?.mountPath, '/var/run/secrets/kubernetes.io/serviceaccount');
    assert.match(spec.volumes?.[0]?.name ?? '', /^kube-api-access-/);
  });

  const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      'an account that is not there',
      ['--image=a:1', '--overrides={"spec":{"serviceAccountName":"nobody"}}'],
      /pods "x" is forbidden: error looking up service account default\/nobody: serviceaccount "nobody" not found/,
    ],
    [
      'a priority class that is not there',
      ['--image=a:1', '--overrides={"spec":{"priorityClassName":"none"}}'],
      /pods "x" is forbidden: no PriorityClass with name none was found/,
    ],
    [
      'what a policy refuses',
      ['--image=a:latest'],
      /pods "x" is forbidden: policy "no-latest" denied the request: images need a tag/,
    ],
  ];
  for (const [what, args, expected] of refused) {
    it(`rejects ${what}`, async () => {
      const { code, err } = await kubectl.attempt(['run', 'x', ...args]);
      assert.equal(code, 1);
      assert.match(err, expected);
    });
  }

  it('restricts pods to the secrets of their service account, for every kind of reference', async () => {
    await kubectl(['create', 'serviceaccount', 'limited']);
    await kubectl(['annotate', 'serviceaccount', 'limited', 'kubernetes.io/enforce-mountable-secrets=true']);
    const volume = { name: 'v', projected: { sources: [{ secret: { name: 'other' } }] } };
    const overrides = JSON.stringify({ spec: { serviceAccountName: 'limited', volumes: [volume] } });
    const { code, err } = await kubectl.attempt(['run', 'sly', '--image=a:1', `--overrides=${overrides}`]);
    assert.equal(code, 1);
    assert.match(err, /volume with projected\.sources\[0\]\.secret\.name="other" is not allowed/);
  });

  it('returns the warnings of policies', async () => {
    const { code, err } = await kubectl.attempt(['create', 'deployment', 'web', '--image=nginx:1']);
    assert.equal(code, 0, err);
    assert.match(err, /Warning: policy "labels": no team is named/);
  });

  it('serves version, health and metrics to clients with a certificate', async () => {
    const { address, authority, client } = installation;
    const probe = { address, caPem: authority.certPem, client };
    assert.equal(await healthOf(probe), 'SERVING');
    assert.ok((await servicesOf(probe)).includes('pilothouse.admission.v1.AdmissionService'));
    const stranger = await newClient(await newAuthority(), { commonName: 'apiserver' });
    await assert.rejects(healthOf({ ...probe, client: stranger }), { code: 14 });
    assert.equal(await (await fetch(`${service.metrics}/readyz`)).text(), 'ok');
    assert.match(await (await fetch(`${service.metrics}/flagz`)).text(), /^\nadmission flagz\n/);
    const metrics = await (await fetch(`${service.metrics}/metrics`)).text();
    assert.match(metrics, /plugin="Policy",phase="VALIDATE",operation="CREATE",result="refused"\} 1/);
    assert.ok(!`${service.out()}${service.err()}`.includes('nginx'));
  });

  it('is called with a timeout, after which nothing is stored', async () => {
    service.kill('SIGSTOP');
    const error = await create('Fail', 'slow').catch((thrown: unknown) => thrown);
    service.kill('SIGCONT');
    assert.match(String(error), /failed calling the admission service "plugins": there was no answer within 500 ms/);
    const { code } = await kubectl.attempt(['get', 'pod', 'slow']);
    assert.equal(code, 1);
  });

  it('is required with failure policy Fail and skipped with Ignore while it is down', async () => {
    service.kill('SIGKILL');
    await service.exited;
    await assert.rejects(create('Fail', 'away'), { reason: 'ServiceUnavailable', code: 503 });
    assert.equal(hasPassed(await create('Ignore', 'away')), false);
    service = await installation.startService();
    await eventually(async () => create('Fail', 'back').then(hasPassed, () => false));
    assert.ok((await installation.gaps()).has('away'));
  });

  it('lets no pod bypass it unreported while it is killed repeatedly', async () => {
    const stored = { Fail: 0, Ignore: 0 };
    const failures: string[] = [];
    let made = 0;
    const over = new AbortController();
    const write = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const policy = made % 2 === 0 ? 'Fail' : 'Ignore';
        const name = `pod-${made++}-${policy.toLowerCase()}`;
        try {
          await create(policy, name);
          stored[policy]++;
        } catch (error) {
          failures.push(String(error));
          await pause(50);
        }
      }
    };
    const writing = Promise.all(Array.from({ length: WRITERS }, write));
    for (let kills = 0; kills < KILLS; kills++) {
      const before = stored.Fail;
      // The service is killed while it answers requests.
      await eventually(async () => stored.Fail > before + WRITERS);
      service.kill('SIGKILL');
      await service.exited;
      service = await installation.startService();
    }
    over.abort();
    await writing;
    const { items } = await installation.servers.Fail.client.of(pods).namespace('default').list();
    const created = items.filter(({ metadata }) => metadata.name?.startsWith('pod-') === true);
    const passedBy = created.filter((pod) => !hasPassed(pod)).map(({ metadata }) => metadata.name ?? '');
    const gaps = await installation.gaps();
    assert.deepEqual(
      passedBy.filter((name) => !gaps.has(name)),
      [],
    );
    assert.ok(passedBy.every((name) => name.endsWith('-ignore')));
    assert.equal(created.length, stored.Fail + stored.Ignore);
    // A service that was down for the mutating call can be up again for the validating call.
    const known = /the admission service "plugins"|-ignore" is forbidden: no service account specified/;
    for (const failure of failures) assert.match(failure, known);
    assert.ok(stored.Ignore > 0, failures.join('\n'));
    await eventually(async () => create('Fail', 'last').then(hasPassed, () => false));
  }).timeout(60_000 + KILLS * 20_000);
});

describe('admission plugins in the API server process', () => {
  let directory: string;
  let server: Server;
  const inDefault = () => server.client.of(pods).namespace('default');
  const pod = (image: string): Pick<Pod, 'metadata' | 'spec'> => ({
    metadata: { generateName: 'pod-' },
    spec: { containers: [{ name: 'c', image, resources: {} }] },
  });

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'admission-'));
    await writeFile(join(directory, 'policy.yaml'), POLICY);
  });
  afterEach(() => server.stop());
  after(() => rm(directory, { recursive: true }));

  it('run from the first request on', async () => {
    server = await startServer(['--ephemeral', `--policy-file=${join(directory, 'policy.yaml')}`]);
    assert.ok(hasPassed(await inDefault().create(pod('i:1'))));
    await assert.rejects(inDefault().create(pod('i:latest')), {
      code: 403,
      message: /^pods "pod-\w+" is forbidden: policy "no-latest" denied the request: images need a tag$/,
    });
  });

  it('can be disabled', async () => {
    server = await startServer(['--ephemeral', '--disable-admission-plugins=ServiceAccount,Priority']);
    const { spec } = await inDefault().create(pod('i:1'));
    assert.deepEqual([spec?.serviceAccountName, spec?.priority, spec?.tolerations?.length], [undefined, undefined, 2]);
  });
});

/** Whether each mutating plugin has changed the pod. */
function hasPassed({ spec }: Pick<Pod, 'spec'>): boolean {
  const tolerated = spec?.tolerations?.map(({ key }) => key) ?? [];
  return (
    spec?.serviceAccountName === 'default' &&
    spec.priority === 0 &&
    tolerated.includes('node.kubernetes.io/not-ready') &&
    (spec.volumes ?? []).some(({ projected }) => projected !== undefined)
  );
}
