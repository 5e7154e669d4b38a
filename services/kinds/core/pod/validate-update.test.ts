import assert from 'node:assert/strict';
import { podWith, problemsOf } from './pod.test.helper.js';

const toleration = { key: 'a', operator: 'Exists', effect: 'NoExecute' };
const BEFORE = { tolerations: [toleration], activeDeadlineSeconds: 100, hostname: 'h' };
const FIELDS = /^spec: Forbidden: pod updates may not change fields other than `spec\.containers\[\*\]\.image`/;

const CHANGES: [what: string, change: { container?: object; spec?: object }, ...problems: RegExp[]][] = [
  ['nothing', {}],
  ['another image', { container: { image: 'j' } }],
  ['no image', { container: { image: '', imagePullPolicy: 'Always' } }, /^containers\[0\]\.image: Required value$/],
  ['a shorter deadline', { spec: { activeDeadlineSeconds: 50 } }],
  [
    'a longer deadline',
    { spec: { activeDeadlineSeconds: 200 } },
    /^activeDeadlineSeconds: Invalid value: 200: must be less than or equal to previous value$/,
  ],
  [
    'no deadline',
    { spec: { activeDeadlineSeconds: null } },
    /^activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value$/,
  ],
  ['an additional toleration', { spec: { tolerations: [{ key: 'b' }, toleration] } }],
  ['another time of a toleration', { spec: { tolerations: [{ ...toleration, tolerationSeconds: 5 }] } }],
  [
    'a removed toleration',
    { spec: { tolerations: [] } },
    /^tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds$/,
  ],
  [
    'another key of a toleration',
    { spec: { tolerations: [{ ...toleration, key: 'b' }] } },
    /^tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds$/,
  ],
  ['another host name', { spec: { hostname: 'i' } }, FIELDS],
  ['a variable', { container: { env: [{ name: 'A' }] } }, FIELDS],
  ['another grace period', { spec: { terminationGracePeriodSeconds: 1 } }, FIELDS],
  ['a node', { spec: { nodeName: 'n' } }, FIELDS],
  [
    'an additional container',
    {
      spec: {
        containers: [
          { name: 'a', image: 'i' },
          { name: 'b', image: 'i' },
        ],
      },
    },
    /^containers: Forbidden: pod updates may not add or remove containers$/,
  ],
  [
    'an init container',
    { spec: { initContainers: [{ name: 'b', image: 'i' }] } },
    /^initContainers: Forbidden: pod updates may not add or remove containers$/,
  ],
];

describe('an update of a pod', () => {
  for (const [what, { container = {}, spec = {} }, ...problems] of CHANGES) {
    it(`${problems.length === 0 ? 'can' : 'cannot'} have ${what}`, () => {
      const old = podWith({ spec: BEFORE });
      const found = problemsOf(podWith({ container, spec: { ...BEFORE, ...spec } }), old);
      assert.equal(found.length, problems.length, found.join('\n'));
      for (const [index, pattern] of problems.entries()) {
        assert.match(found[index] ?? '', pattern);
      }
    });
  }

  it('takes linear time for many tolerations', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ key: `k${index}`, operator: 'Exists' }));
    const pair = [many, many.toReversed()].map((tolerations) => podWith({ spec: { tolerations } }));
    let looks = 0;
    for (const toleration of pair.flatMap(({ spec }) => spec.tolerations ?? [])) {
      const { key } = toleration;
      Object.defineProperty(toleration, 'key', { enumerable: true, get: () => (looks++, key) });
    }
    const [old, pod] = pair;
    assert.ok(old !== undefined && pod !== undefined);
    assert.deepEqual(problemsOf(pod, old), []);
    assert.ok(
      looks >= 2 * many.length && looks <= 20 * many.length,
      `${looks} comparisons of ${many.length} tolerations`,
    );
  });

  it('may set the grace period to 1 if it was negative', () => {
    const old = podWith();
    old.spec.terminationGracePeriodSeconds = -1;
    assert.deepEqual(problemsOf(podWith({ spec: { terminationGracePeriodSeconds: 1 } }), old), []);
  });
});

describe('a pod with scheduling gates', () => {
  const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
  const zone = { key: 'zone', operator: 'In', values: ['a'] };
  const affinityTo = (...terms: object[]) => ({ nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: terms } } });
  const gated = {
    schedulingGates: [{ name: 'a' }, { name: 'b' }],
    nodeSelector: { disk: 'ssd' },
    affinity: affinityTo({ matchExpressions: [zone] }),
  };
  const changes: [what: string, spec: object, ...problems: RegExp[]][] = [
    ['one gate less', { schedulingGates: [{ name: 'b' }] }],
    ['no gate', { schedulingGates: [] }],
    [
      'another gate',
      { schedulingGates: [{ name: 'a' }, { name: 'c' }] },
      /^schedulingGates\[1\]\.name: Forbidden: only deletion is allowed, but found new scheduling gate 'c'$/,
    ],
    ['one more label of nodes', { nodeSelector: { disk: 'ssd', zone: 'a' } }],
    ['another label of nodes', { nodeSelector: { disk: 'hdd' } }, /^nodeSelector: Invalid value: .*only additions/],
    ['one more requirement', { affinity: affinityTo({ matchExpressions: [zone, { key: 'b', operator: 'Exists' }] }) }],
    [
      'a requirement less',
      { affinity: affinityTo({ matchExpressions: [{ key: 'b', operator: 'Exists' }] }) },
      /nodeSelectorTerms\[0\]: Invalid value: .*only additions are allowed/,
    ],
    [
      'one more term',
      { affinity: affinityTo({ matchExpressions: [zone] }, { matchExpressions: [zone] }) },
      /nodeSelectorTerms: Invalid value: .*no additions\/deletions to non-empty NodeSelectorTerms list are allowed$/,
    ],
    [
      'a preference',
      {
        affinity: {
          nodeAffinity: {
            ...affinityTo({ matchExpressions: [zone] }).nodeAffinity,
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [zone] } }],
          },
        },
      },
    ],
    ['other pods beside it', { affinity: { ...affinityTo({ matchExpressions: [zone] }), podAffinity: {} } }, FIELDS],
  ];
  for (const [what, spec, ...problems] of changes) {
    it(`${problems.length === 0 ? 'can' : 'cannot'} get ${what}`, () => {
      const found = problemsOf(podWith({ spec: { ...gated, ...spec } }), podWith({ spec: gated }));
      assert.equal(found.length, problems.length, found.join('\n'));
      for (const [index, problem] of problems.entries()) assert.match(found[index] ?? '', problem);
    });
  }

  it('cannot change node affinity once the gates are removed', () => {
    const { schedulingGates: _gates, ...free } = gated;
    const found = problemsOf(
      podWith({ spec: { ...free, nodeSelector: { disk: 'ssd', a: 'b' } } }),
      podWith({ spec: free }),
    );
    assert.match(found.join(), FIELDS);
  });

  it('can get a first affinity', () => {
    const before = { schedulingGates: [{ name: 'a' }] };
    const after = { ...before, affinity: affinityTo({ matchExpressions: [zone] }) };
    assert.deepEqual(problemsOf(podWith({ spec: after }), podWith({ spec: before })), []);
  });
});
