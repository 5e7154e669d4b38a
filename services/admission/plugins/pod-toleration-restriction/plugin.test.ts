import assert from 'node:assert/strict';
import { admitted, json, podAttributes, podWith, testHost } from '../../host.test.helper.js';
import { podTolerationRestriction } from './plugin.js';

const PREFIX = 'scheduler.alpha.kubernetes.io';
const toleration = (key: string, fields: object = {}) => ({ key, operator: 'Exists', ...fields });
const pressure = toleration('node.kubernetes.io/memory-pressure', { effect: 'NoSchedule' });
const configuration = (fields: object) => ({
  value: json({ apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration', ...fields }),
  source: 'file',
  directory: '/',
});

describe('PodTolerationRestriction', () => {
  interface Case {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly config?: object;
    readonly spec?: object;
    readonly isUpdate?: true;
    readonly wanted?: readonly object[];
    readonly refusal?: string;
  }
  const text = (...tolerations: readonly object[]) => JSON.stringify(tolerations);
  const own = (...tolerations: readonly object[]) => ({ tolerations });
  const conflict = (scope: string) =>
    `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`;
  const burstable = { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] };
  const cases: Readonly<Record<string, Case>> = {
    'changes nothing without settings': { spec: own(toleration('a')) },
    'adds the tolerations of the namespace': {
      annotations: { [`${PREFIX}/defaultTolerations`]: text(toleration('b')) },
      config: { default: [toleration('c')] },
      spec: own(toleration('a')),
      wanted: [toleration('a'), toleration('b')],
    },
    'adds the default tolerations': { config: { default: [toleration('c')] }, wanted: [toleration('c')] },
    'lets an empty annotation replace the default': {
      annotations: { [`${PREFIX}/defaultTolerations`]: '' },
      config: { default: [toleration('c')] },
    },
    'adds none to an update': { config: { default: [toleration('c')] }, isUpdate: true },
    'lets a pod with requests tolerate memory pressure': { spec: burstable, wanted: [pressure] },
    'leaves out what another toleration includes': {
      config: { default: [toleration('a', { effect: 'NoSchedule' })] },
      spec: own(toleration('a')),
      wanted: [toleration('a')],
    },
    'admits tolerations that the whitelist includes': {
      annotations: { [`${PREFIX}/tolerationsWhitelist`]: text(toleration('a')) },
      spec: own(toleration('a', { effect: 'NoSchedule' })),
    },
    'refuses others': {
      annotations: { [`${PREFIX}/tolerationsWhitelist`]: text(toleration('a')) },
      spec: own(toleration('b')),
      refusal: conflict('namespace'),
    },
    'refuses what the whitelist of the cluster lacks': {
      config: { whitelist: [toleration('a')] },
      spec: own(toleration('b')),
      refusal: conflict('cluster'),
    },
    'refuses added tolerations as well': {
      annotations: { [`${PREFIX}/defaultTolerations`]: text(toleration('b')) },
      config: { whitelist: [toleration('a')] },
      refusal: conflict('cluster'),
    },
    'admits all with an empty whitelist of the namespace': {
      annotations: { [`${PREFIX}/tolerationsWhitelist`]: '' },
      config: { whitelist: [toleration('a')] },
      spec: own(toleration('b')),
    },
    'refuses an unreadable annotation': {
      annotations: { [`${PREFIX}/tolerationsWhitelist`]: '{}' },
      spec: own(toleration('b')),
      refusal: `metadata.annotations[${PREFIX}/tolerationsWhitelist]: it is not a list of tolerations`,
    },
  };
  for (const [what, { annotations = {}, config, spec = {}, isUpdate, wanted, refusal }] of Object.entries(cases)) {
    it(what, async () => {
      const plugin = await podTolerationRestriction.create(
        testHost({
          stored: { namespaces: [{ metadata: { name: 'x', annotations } }] },
          configuration: config && configuration(config),
        }),
      );
      const change = isUpdate && ({ operation: 'UPDATE', old: podWith(spec) } as const);
      const outcome = await admitted(plugin, podAttributes(spec, change));
      assert.equal(outcome.refusal, refusal && `pods "o" is forbidden: ${refusal}`);
      if (refusal === undefined) assert.deepEqual(outcome.spec['tolerations'], wanted);
    });
  }

  for (const [fields, message] of [
    [
      { default: [{ key: 'a', operator: 'Exists', value: 'b' }] },
      /^Error: file: default\[0\]\.operator: Invalid value: "b": value must be empty/,
    ],
    [
      { kind: 'Other' },
      /^Error: file: must have the kind Configuration and the apiVersion podtolerationrestriction\.admission\.k8s\.io\/v1alpha1$/,
    ],
    [{ defaults: [] }, /^Error: file: defaults: Unknown field$/],
  ] as const) {
    it(`refuses the configuration ${JSON.stringify(fields)}`, () => {
      assert.throws(() => podTolerationRestriction.create(testHost({ configuration: configuration(fields) })), message);
    });
  }
});
