import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { admitted, json, podWith, testAttributes, testHost } from '../../host.test.helper.js';
import type { ObjectReader } from '../../objects.js';
import { podSecurity } from './plugin.js';

const PREFIX = 'pod-security.kubernetes.io/';
type Labels = Readonly<Record<string, string>>;

const namespace = (labels: Labels) =>
  json({
    metadata: {
      name: 'x',
      labels: Object.fromEntries(Object.entries(labels).map(([key, text]) => [PREFIX + key, text])),
    },
  });

interface Write {
  readonly labels: Labels;
  /** Absent in a creation. */
  readonly old?: Labels;
  readonly exemptions?: object;
  readonly objects?: ObjectReader;
}

async function warningsOf({ labels, old, exemptions, objects }: Write): Promise<readonly string[]> {
  const value = { apiVersion: 'pod-security.admission.config.k8s.io/v1', kind: 'PodSecurityConfiguration', exemptions };
  const pods = [podWith({ hostPID: true }), podWith({ hostPID: true, runtimeClassName: 'vm' }, { name: 'p' })];
  const plugin = await podSecurity.create(
    testHost({
      stored: { pods },
      ...(exemptions && { configuration: { value: json(value), source: 'f', directory: '/' } }),
      ...(objects && { objects }),
    }),
  );
  const { warnings } = await admitted(
    plugin,
    testAttributes({
      operation: old === undefined ? 'CREATE' : 'UPDATE',
      resource: { group: '', version: 'v1', resource: 'namespaces' },
      namespace: '',
      name: 'x',
      object: namespace(labels),
      old: old && namespace(old),
    }),
  );
  return warnings;
}

describe('PodSecurity with namespaces', () => {
  const existing = (level: string, pods = 'o (and 1 other pod)') => [
    `existing pods in namespace "x" violate the new PodSecurity enforce level "${level}"`,
    `${pods}: host namespaces`,
  ];
  const cases: readonly (readonly [what: string, write: Write, warnings: readonly string[]])[] = [
    ['says nothing about a creation', { labels: { enforce: 'baseline' } }, []],
    ['warns about existing pods', { labels: { enforce: 'baseline' }, old: {} }, existing('baseline:latest')],
    [
      'warns in another version, also of a weaker level',
      { labels: { enforce: 'baseline', 'enforce-version': 'v1.3' }, old: { enforce: 'restricted' } },
      existing('baseline:v1.3'),
    ],
    ['says nothing where the level is weaker', { labels: { enforce: 'baseline' }, old: { enforce: 'restricted' } }, []],
    ['says nothing where only warnings change', { labels: { warn: 'baseline' }, old: {} }, []],
    [
      'says nothing about privileged',
      { labels: { enforce: 'privileged', 'enforce-version': 'v1.3' }, old: { enforce: 'baseline' } },
      [],
    ],
    [
      'leaves out pods of exempt runtime classes',
      { labels: { enforce: 'baseline' }, old: {}, exemptions: { runtimeClasses: ['vm'] } },
      existing('baseline:latest', 'o'),
    ],
    [
      'says that the labels of an exempt namespace have no effect',
      {
        labels: { enforce: 'baseline', 'enforce-version': 'v1.3', audit: 'privileged', warn: 'restricted' },
        exemptions: { namespaces: ['x'] },
      },
      [
        'namespace "x" is exempt from Pod Security, and the policy (enforce=baseline:v1.3, warn=restricted:latest) will be ignored',
      ],
    ],
    [
      'says the same about an update',
      { labels: { enforce: 'baseline' }, old: {}, exemptions: { namespaces: ['x'] } },
      ['namespace "x" is exempt from Pod Security, and the policy (enforce=baseline:latest) will be ignored'],
    ],
    ['says nothing about an exempt namespace without labels', { labels: {}, exemptions: { namespaces: ['x'] } }, []],
    ['keeps invalid labels', { labels: { warn: 'x' }, old: { warn: 'x' } }, []],
  ];
  for (const [what, write, warnings] of cases)
    it(what, async () => assert.deepEqual(await warningsOf(write), warnings));

  it('warns if the pods cannot be read', async () => {
    const objects: ObjectReader = { ...testHost().objects, list: () => Promise.reject(new Error('no store')) };
    assert.deepEqual(await warningsOf({ labels: { enforce: 'baseline' }, old: {}, objects }), [
      'failed to list pods while checking new PodSecurity enforce level',
    ]);
  });

  for (const [what, old] of [
    ['a creation', undefined],
    ['an update', {}],
    ['an update of other invalid labels', { warn: 'y' }],
  ] as const) {
    it(`refuses invalid labels in ${what}`, async () => {
      const field = `metadata.labels[${PREFIX}warn]`;
      const message = 'Invalid value: "x": must be one of privileged, baseline, restricted';
      await assert.rejects(warningsOf({ labels: { warn: 'x' }, ...(old && { old }) }), (error) => {
        assert.ok(error instanceof StatusError && error.code === 422);
        assert.equal(error.message, `Namespace "x" is invalid: ${field}: ${message}`);
        assert.deepEqual(error.details, {
          name: 'x',
          kind: 'Namespace',
          causes: [{ reason: 'FieldValueInvalid', message, field }],
        });
        return true;
      });
    });
  }
});
