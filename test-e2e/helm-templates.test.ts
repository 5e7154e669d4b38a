import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMISSION_SERVICE_FLAGS } from '@pilothouse/admission-service/options/flags.js';
import { FLAGS } from '@pilothouse/apiserver/options/flags.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { CERTIFICATES_FLAGS } from '@pilothouse/certificates/options/flags.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readKubeconfig } from '@pilothouse/client/kubeconfig.js';
import { CONSOLE_FLAGS } from '@pilothouse/console/options/flags.js';
import { MANAGER_FLAGS } from '@pilothouse/controllers/options/flags.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { TOKEN_REVIEW_FLAGS } from '@pilothouse/token-review/options/flags.js';
import { loadYaml, type V1PodSpec } from '@kubernetes/client-node';
import { asker, type Ask } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { CHART, createHelm, IMAGE, NAMESPACE, TEMPLATE, type Helm, type Rendered } from './support/helm.js';
import { modelProblems } from './support/helm-models.js';
import { podsOf, programOf, type RenderedPod } from './support/helm-pods.js';
import { CONTRADICTIONS, UNKNOWN_MESSAGES, UNKNOWN_VALUES } from './support/helm-refused-values.js';
import { VALUE_SETS } from './support/helm-values.js';
import { describeWith } from './support/needs.js';

/** Paths of the collections of kinds that Pilothouse serves. */
const SERVED: Readonly<Record<string, string>> = {
  ConfigMap: `/api/v1/namespaces/${NAMESPACE}/configmaps`,
  Deployment: `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`,
  Pod: `/api/v1/namespaces/${NAMESPACE}/pods`,
  Role: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/roles`,
  RoleBinding: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/rolebindings`,
  Secret: `/api/v1/namespaces/${NAMESPACE}/secrets`,
  ServiceAccount: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`,
  StatefulSet: `/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets`,
};

/** Kinds that Pilothouse does not serve, by the types of Kubernetes' own client. */
const MODELS: Readonly<Record<string, string>> = {
  CronJob: 'V1CronJob',
  Ingress: 'V1Ingress',
  Job: 'V1Job',
  NetworkPolicy: 'V1NetworkPolicy',
  PersistentVolumeClaim: 'V1PersistentVolumeClaim',
  PodDisruptionBudget: 'V1PodDisruptionBudget',
  Service: 'V1Service',
};

/** Kinds of other projects, whose definitions are not available here. */
const FOREIGN: readonly string[] = ['Certificate', 'Issuer', 'PrometheusRule', 'ServiceMonitor'];

const PROGRAMS: Readonly<Record<string, FlagTable>> = {
  apiserver: FLAGS,
  'controller-manager': MANAGER_FLAGS,
  'token-review': TOKEN_REVIEW_FLAGS,
  admission: ADMISSION_SERVICE_FLAGS,
  certificates: CERTIFICATES_FLAGS,
  console: CONSOLE_FLAGS,
};

/** Jobs of an install, and values that change what they do. */
const ONCE: readonly (readonly [what: string, mode: string, component: string, change: object])[] = [
  ['a first backup', 'job', 'etcd-backup', { etcd: { backup: { keep: 3 } } }],
  ['a Job of certificates', 'certManager', 'certificates', { image: { tag: 'other' } }],
  [
    'a Job of certificates with a plan',
    'certManager',
    'certificates',
    { kubeconfig: { server: 'https://a.example.org' } },
  ],
];

describeWith(['HELM'], 'the chart', () => {
  let helm: Helm;
  let plane: ControlPlane;
  let ask: Ask;
  before(async () => {
    [helm, plane] = await Promise.all([createHelm(), startControlPlane()]);
    ask = asker(httpsTransport(await readKubeconfig(plane.kubeconfig)));
    await ask('POST', '/api/v1/namespaces', { body: JSON.stringify({ metadata: { name: NAMESPACE } }) });
    // Pods need it.
    const account = `${SERVED['ServiceAccount']}/default`;
    await eventually(async () => (await ask('GET', account)).status === 200, 'the default account');
  });
  after(async () => {
    await Promise.all([helm.remove(), plane.stop()]);
  });

  it('passes helm lint', async () => {
    assert.match(await helm('lint', '--strict', CHART), /1 chart\(s\) linted, 0 chart\(s\) failed/);
  });

  it('has the version of the packages', async () => {
    const { version, appVersion } = loadYaml<{ version: string; appVersion: string }>(
      await readFile(join(CHART, 'Chart.yaml'), 'utf8'),
    );
    assert.deepEqual([version, appVersion], [VERSION, VERSION]);
  });

  it('has values and a schema with the same names', async () => {
    const [values, schema] = await Promise.all(
      ['values.yaml', 'values.schema.json'].map((name) => readFile(join(CHART, name), 'utf8')),
    );
    const { properties } = JSON.parse(schema ?? '') as { properties: object };
    const known = loadYaml<object>(values ?? '');
    assert.deepEqual(Object.keys(known).sort(), Object.keys(properties).sort());
  });

  it('requests the resources that its page states', async () => {
    const [page, objects] = await Promise.all([readFile(join(CHART, 'README.md'), 'utf8'), helm.render()]);
    const asked = { cpus: 0, gib: 0 };
    for (const object of objects.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')) {
      const { replicas } = object['spec'] as { replicas: number };
      const { cpu = '', memory = '' } = podsOf([object])[0]?.containers[0]?.resources?.requests ?? {};
      assert.match(`${cpu} ${memory}`, /^\d+m \d+Mi$/);
      asked.cpus += (replicas * parseInt(cpu)) / 1000;
      asked.gib += (replicas * parseInt(memory)) / 1024;
    }
    const [, cpus, gib] = /([\d.]+) CPUs and ([\d.]+) GiB of memory \(requests/.exec(page) ?? [];
    assert.deepEqual([cpus, gib], [asked.cpus.toFixed(1), asked.gib.toFixed(2)]);
  });

  for (const [what, mode, component, change] of ONCE) {
    it(`renames ${what} when its content changes, since Jobs are immutable`, async () => {
      const jobIn = async (values: object): Promise<Rendered> => {
        const given = { fullnameOverride: 'x'.repeat(38), certificates: { mode }, ...values };
        const jobs = (await helm.render(given)).filter(isJobOf(component));
        assert.equal(jobs.length, 1);
        return jobs[0] as Rendered;
      };
      const [job, same, changed] = await Promise.all([{}, { apiserver: { replicas: 2 } }, change].map(jobIn));
      assert.deepEqual([same?.['spec'], same?.metadata.name], [job?.['spec'], job?.metadata.name]);
      assert.notEqual(changed?.metadata.name, job?.metadata.name);
      // The name is also a label of pods.
      assert.ok((job?.metadata.name.length ?? 64) <= 63, job?.metadata.name);
    });
  }

  const refusal = async (values: object): Promise<string> => {
    const files = await Promise.all([helm.valuesFile(IMAGE), helm.valuesFile(values)]);
    const { code, err } = await helm.attempt(...TEMPLATE, ...files.flatMap((file) => ['--values', file]));
    assert.equal(code, 1);
    return err;
  };

  it('rejects unknown values with their path', async () => {
    const err = await refusal(UNKNOWN_VALUES);
    for (const message of UNKNOWN_MESSAGES) assert.ok(err.includes(message), `${message}: ${err}`);
  });

  for (const [what, values, message] of CONTRADICTIONS) {
    it(`rejects ${what}`, async () => {
      const err = await refusal(values);
      assert.ok(err.includes(message), err);
    });
  }

  for (const [name, values] of Object.entries(VALUE_SETS)) {
    describe(`with ${name}`, () => {
      let objects: readonly Rendered[];
      let pods: readonly RenderedPod[];
      before(async () => {
        objects = await helm.render(values);
        pods = podsOf(objects);
      });
      it('is valid', async () => {
        const problems = [];
        // Pods need an existing service account.
        for (const object of [...objects.filter(({ kind }) => kind !== 'Pod'), ...pods.map(asPod)]) {
          const path = SERVED[object.kind];
          const model = MODELS[object.kind];
          if (path !== undefined) {
            const target = `${path}?dryRun=All&fieldValidation=Strict`;
            const { status, text } = await ask('POST', target, { body: JSON.stringify(object) });
            if (status !== 201) problems.push(`${object.kind}/${object.metadata.name}: ${text}`);
          } else if (model !== undefined) problems.push(...modelProblems(object, model));
          else if (!FOREIGN.includes(object.kind))
            problems.push(`${object.kind}: neither served nor in MODELS or FOREIGN`);
        }
        assert.deepEqual(problems, []);
      });

      it('runs every container under the restricted Pod Security Standard', () => {
        const ids = name === 'OpenShift' ? {} : { runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532 };
        for (const { owner, spec, containers, component } of pods) {
          const { runAsNonRoot, seccompProfile, fsGroupChangePolicy: _, ...found } = spec.securityContext ?? {};
          assert.deepEqual([runAsNonRoot, seccompProfile?.type], [true, 'RuntimeDefault'], owner);
          assert.deepEqual(found, ids, owner);
          const mayCall = component === 'certificates' || name === 'everything';
          if (!mayCall) assert.equal(spec.automountServiceAccountToken, false, owner);
          assert.ok(!spec.hostNetwork && !spec.hostPID && !spec.hostIPC, owner);
          for (const { securityContext, resources } of containers) {
            assert.deepEqual(
              securityContext,
              { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
              owner,
            );
            const amounts = [resources?.requests, resources?.limits].map((each) => Object.keys(each ?? {}).sort());
            assert.deepEqual(
              amounts,
              [
                ['cpu', 'memory'],
                ['cpu', 'memory'],
              ],
              owner,
            );
          }
        }
      });

      it('gives programs only flags that exist, with valid values', () => {
        for (const { owner, containers } of pods) {
          for (const call of containers.flatMap((container) => programOf(container) ?? [])) {
            const table = PROGRAMS[call.name];
            assert.ok(table, `${owner}: ${call.name}`);
            const texts = new Map(call.flags);
            const unknown = [...texts.keys()].filter((flag) => !table.some(({ name }) => name === flag));
            assert.deepEqual({ unknown, twice: call.flags.length - texts.size }, { unknown: [], twice: 0 }, owner);
            const parsed = parseFlags(table, texts);
            assert.ok(parsed.ok, parsed.ok ? '' : parsed.problems.join());
          }
        }
      });
    });
  }
});

const isJobOf =
  (component: string) =>
  ({ kind, metadata }: Rendered): boolean =>
    kind === 'Job' && metadata.labels?.['app.kubernetes.io/component'] === component;

/** A pod in the form in which its owner creates it. */
function asPod({ owner, labels, spec, claims }: RenderedPod): Rendered {
  const volumes = [...(spec.volumes ?? []), ...claims.map((name) => ({ name, emptyDir: {} }))];
  // Service accounts are created at the install.
  const pod: V1PodSpec = Object.assign(structuredClone(spec), { volumes, serviceAccountName: 'default' });
  const name = owner.toLowerCase().replace('/', '-');
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: NAMESPACE, labels }, spec: pod };
}
