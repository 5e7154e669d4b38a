import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Metric } from '@pilothouse/runtime/metrics/series.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { admitted, json, podAttributes, podWith, testAttributes, testHost } from '../../host.test.helper.js';
import type { ObjectReader } from '../../objects.js';
import type { AdmissionPlugin } from '../../plugin.js';
import { podSecurity } from './plugin.js';

const PREFIX = 'pod-security.kubernetes.io/';
type Labels = Readonly<Record<string, string>>;

interface Setting {
  /** The labels of the namespace `x` without their prefix; undefined if it does not exist. */
  readonly labels?: Labels;
  readonly pods?: readonly object[];
  readonly configuration?: object;
  readonly objects?: ObjectReader;
}

const prefixed = (labels: Labels) =>
  Object.fromEntries(Object.entries(labels).map(([key, text]) => [PREFIX + key, text]));

async function create({ labels, pods = [], configuration, objects }: Setting) {
  const metrics: Metric[] = [];
  const namespace = { metadata: { name: 'x', labels: labels && prefixed(labels) } };
  const head = { apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration' };
  const plugin = await podSecurity.create(
    testHost({
      stored: { namespaces: labels === undefined ? [] : [namespace], pods },
      addMetric: (metric) => void metrics.push(metric),
      ...(objects && { objects }),
      ...(configuration && {
        configuration: { value: json({ ...head, ...configuration }), source: 'f', directory: '/' },
      }),
    }),
  );
  return { plugin, counts: () => countsIn(metrics) };
}

/** The counters that are not 0, such as `evaluations deny restricted latest enforce create pod`. */
async function countsIn(metrics: readonly Metric[]): Promise<string[]> {
  const texts: string[] = [];
  for (const { definition, read } of metrics) {
    const name = definition.name.replace('pod_security_', '').replace('_total', '');
    for (const { labels, value } of await read()) if (value !== 0) texts.push([name, ...labels].join(' ').trim());
  }
  return texts;
}

const outcomeOf = async (setting: Setting, attributes: AdmissionAttributes) =>
  admitted((await create(setting)).plugin, attributes);

const HOST = { hostPID: true };
const VIOLATION = 'host namespaces (hostPID=true)';

describe('PodSecurity with pods', () => {
  const cases: readonly (readonly [
    what: string,
    setting: Setting,
    attributes: AdmissionAttributes,
    expected: { readonly refusal?: string; readonly warnings?: string[]; readonly annotations?: Labels },
  ])[] = [
    [
      'admits every pod without labels',
      { labels: {} },
      podAttributes(HOST),
      { annotations: { 'enforce-policy': 'privileged:latest' } },
    ],
    [
      'refuses a pod, and audits it',
      { labels: { enforce: 'baseline', audit: 'baseline' } },
      podAttributes(HOST),
      {
        refusal: `pods "o" is forbidden: violates PodSecurity "baseline:latest": ${VIOLATION}`,
        annotations: {
          'enforce-policy': 'baseline:latest',
          'audit-violations': `would violate PodSecurity "baseline:latest": ${VIOLATION}`,
        },
      },
    ],
    [
      'names the pod of a generated name',
      { labels: { enforce: 'baseline' } },
      podAttributes(HOST, { name: '', object: podWith(HOST, { name: 'g-abc', generateName: 'g-' }) }),
      {
        refusal: `pods "g-abc" is forbidden: violates PodSecurity "baseline:latest": ${VIOLATION}`,
        annotations: { 'enforce-policy': 'baseline:latest' },
      },
    ],
    [
      'warns in another version',
      { labels: { enforce: 'privileged', warn: 'baseline', 'warn-version': 'v1.5', audit: 'privileged' } },
      podAttributes(HOST),
      {
        warnings: [`would violate PodSecurity "baseline:v1.5": ${VIOLATION}`],
        annotations: { 'enforce-policy': 'privileged:latest' },
      },
    ],
    [
      'is strict where labels are invalid',
      { labels: { enforce: 'base', audit: 'x' } },
      podAttributes({ ...HOST, os: { name: 'windows' }, securityContext: { runAsNonRoot: true } }),
      {
        refusal: `pods "o" is forbidden: violates PodSecurity "restricted:latest": ${VIOLATION}`,
        annotations: {
          error:
            `Failed to parse policy: [metadata.labels[${PREFIX}enforce]: Invalid value: "base": must be one of privileged, baseline, restricted, ` +
            `metadata.labels[${PREFIX}audit]: Invalid value: "x": must be one of privileged, baseline, restricted]`,
          'enforce-policy': 'restricted:latest',
        },
      },
    ],
    [
      'exempts namespaces',
      { labels: { enforce: 'baseline' }, configuration: { exemptions: { namespaces: ['x'] } } },
      podAttributes(HOST),
      { annotations: { exempt: 'namespace' } },
    ],
    [
      'exempts users',
      { labels: { enforce: 'baseline' }, configuration: { exemptions: { usernames: ['jane'] } } },
      podAttributes(HOST),
      { annotations: { exempt: 'user' } },
    ],
    [
      'exempts runtime classes',
      { labels: { enforce: 'baseline' }, configuration: { exemptions: { runtimeClasses: ['vm'] } } },
      podAttributes({ ...HOST, runtimeClassName: 'vm' }),
      { annotations: { exempt: 'runtimeClass' } },
    ],
    [
      'has defaults',
      { labels: {}, configuration: { defaults: { enforce: 'baseline', 'enforce-version': 'v1.3' } } },
      podAttributes(HOST),
      {
        refusal: `pods "o" is forbidden: violates PodSecurity "baseline:v1.3": ${VIOLATION}`,
        annotations: { 'enforce-policy': 'baseline:v1.3' },
      },
    ],
    [
      'skips updates that change nothing relevant',
      { labels: { enforce: 'baseline' } },
      podAttributes(HOST, { operation: 'UPDATE', old: podWith({ ...HOST, nodeName: 'n' }) }),
      {},
    ],
    [
      'checks updates of images',
      { labels: { enforce: 'baseline' } },
      podAttributes(HOST, {
        operation: 'UPDATE',
        old: podWith({ ...HOST, containers: [{ name: 'c', image: 'other' }] }),
      }),
      {
        refusal: `pods "o" is forbidden: violates PodSecurity "baseline:latest": ${VIOLATION}`,
        annotations: { 'enforce-policy': 'baseline:latest' },
      },
    ],
    [
      'checks new ephemeral containers',
      { labels: { enforce: 'baseline' } },
      podAttributes(
        { ephemeralContainers: [{ name: 'e', securityContext: { privileged: true } }] },
        { operation: 'UPDATE', subresource: 'ephemeralcontainers', old: podWith() },
      ),
      {
        refusal:
          'pods "o" is forbidden: violates PodSecurity "baseline:latest": privileged (container "e" must not set securityContext.privileged=true)',
        annotations: { 'enforce-policy': 'baseline:latest' },
      },
    ],
  ];
  for (const [what, setting, attributes, expected] of cases) {
    it(what, async () => {
      const { refusal, warnings, annotations } = await outcomeOf(setting, attributes);
      assert.equal(refusal, expected.refusal);
      assert.deepEqual(warnings, expected.warnings ?? []);
      assert.deepEqual(annotations, Object.entries(prefixed(expected.annotations ?? {})));
    });
  }

  it('fails for a namespace that is not found, even in the store', async () => {
    const { plugin, counts } = await create({});
    await assert.rejects(admitted(plugin, podAttributes()), (error) => {
      assert.ok(error instanceof StatusError && error.code === 500);
      assert.equal(error.message, 'Internal error occurred: failed to lookup namespace "x"');
      return true;
    });
    assert.deepEqual(await counts(), ['errors true create pod']);
  });

  it('finds a namespace that only the store has', async () => {
    const { objects } = testHost({
      stored: { namespaces: [{ metadata: { name: 'x', labels: { [`${PREFIX}enforce`]: 'baseline' } } }] },
    });
    const late: ObjectReader = {
      ...objects,
      get: async (type, options) => (options.live === true ? objects.get(type, options) : undefined),
    };
    assert.match((await outcomeOf({ objects: late }, podAttributes(HOST))).refusal ?? '', /violates PodSecurity/);
  });

  it('has the rules of every resource with a template', async () => {
    const { plugin } = await create({ labels: {} });
    const { rules = [] } = plugin as AdmissionPlugin;
    assert.ok(Array.isArray(rules));
    assert.deepEqual(
      rules.map(({ groups, resources, operations }) => `${groups[0] ?? ''}/${resources[0] ?? ''} ${operations.join()}`),
      [
        '/namespaces',
        '/pods',
        '/pods/ephemeralcontainers',
        '/pods/resize',
        '/podtemplates',
        '/replicationcontrollers',
        'apps/daemonsets',
        'apps/deployments',
        'apps/replicasets',
        'apps/statefulsets',
        'batch/cronjobs',
        'batch/jobs',
      ].map((name) => `${name} CREATE,UPDATE`),
    );
  });

  it('counts', async () => {
    const { plugin, counts } = await create({
      labels: {
        enforce: 'baseline',
        'enforce-version': 'v1.37',
        audit: 'restricted',
        warn: 'restricted',
        'warn-version': 'v1.36',
      },
      configuration: { exemptions: { usernames: ['admin'] } },
    });
    await admitted(plugin, podAttributes());
    await admitted(plugin, podAttributes(HOST));
    await admitted(plugin, podAttributes(HOST, { user: authenticatedUser('admin', []) }));
    assert.deepEqual(await counts(), [
      'evaluations allow baseline future enforce create pod',
      'evaluations deny restricted latest audit create pod',
      'evaluations deny restricted v1.36 warn create pod',
      'evaluations deny baseline future enforce create pod',
      'exemptions create pod',
    ]);
  });
});

describe('PodSecurity with templates', () => {
  const template = { metadata: {}, spec: { ...HOST, containers: [{ name: 'c' }] } };
  const cases: readonly (readonly [group: string, resource: string, object: object])[] = [
    ['', 'podtemplates', { template }],
    ['', 'replicationcontrollers', { spec: { template } }],
    ['apps', 'deployments', { spec: { template } }],
    ['batch', 'cronjobs', { spec: { jobTemplate: { spec: { template } } } }],
  ];
  const attributesOf = (group: string, resource: string, object: object) =>
    testAttributes({ resource: { group, version: 'v1', resource }, object: json(object) });
  for (const [group, resource, object] of cases) {
    it(`warns about ${resource}, and refuses none`, async () => {
      const outcome = await outcomeOf(
        { labels: { enforce: 'baseline', audit: 'baseline' } },
        attributesOf(group, resource, object),
      );
      const text = `would violate PodSecurity "baseline:latest": ${VIOLATION}`;
      assert.equal(outcome.refusal, undefined);
      assert.deepEqual(outcome.warnings, [text]);
      assert.deepEqual(outcome.annotations, [[`${PREFIX}audit-violations`, text]]);
    });
  }

  it('says nothing where only pods are refused, and about a controller without a template', async () => {
    const enforce = { labels: { enforce: 'baseline', warn: 'privileged' } };
    const warn = { labels: { warn: 'baseline' } };
    for (const [setting, object] of [
      [enforce, { spec: { template } }],
      [warn, { spec: {} }],
    ] as const) {
      const { warnings, annotations } = await outcomeOf(setting, attributesOf('', 'replicationcontrollers', object));
      assert.deepEqual([warnings, annotations], [[], []]);
    }
  });

  it('admits them if the namespace cannot be read', async () => {
    const objects: ObjectReader = { ...testHost().objects, get: () => Promise.reject(new Error('no store')) };
    const { plugin, counts } = await create({ objects });
    const outcome = await admitted(plugin, attributesOf('apps', 'deployments', { spec: { template } }));
    assert.deepEqual(outcome.annotations, [[`${PREFIX}error`, 'failed to lookup namespace "x": no store']]);
    assert.deepEqual(await counts(), ['errors true create controller']);
  });
});
