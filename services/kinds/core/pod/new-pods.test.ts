import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { pods } from '../pods.js';
import { podWith, problemsOf } from './pod.test.helper.js';

function created(given: { container?: object; spec?: object }, metadata: object = {}): Pod {
  const pod = podWith(given);
  Object.assign(pod.metadata, metadata);
  pods.strategy.prepareForCreate?.(pod);
  return pod;
}

describe('a new pod', () => {
  it('waits for its scheduling gates, with a condition', () => {
    const { status } = created(
      { spec: { schedulingGates: [{ name: 'g' }] } },
      { creationTimestamp: '2026-01-02T03:04:05Z' },
    );
    assert.deepEqual(plain(status.conditions ?? null), [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
        lastTransitionTime: '2026-01-02T03:04:05Z',
      },
    ]);
    assert.equal(created({}).status.conditions, undefined);
  });

  it('adds the labels of matchLabelKeys to the selectors', () => {
    const term = { topologyKey: 'z', labelSelector: {}, matchLabelKeys: ['a', 'none'], mismatchLabelKeys: ['b'] };
    const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
    const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] };
    const constraint = { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['a'] };
    const spec = {
      affinity: { podAffinity: required, podAntiAffinity: preferred },
      topologySpreadConstraints: [{ ...constraint, labelSelector: { matchLabels: { app: 'x' } } }],
    };
    const pod = created({ spec: structuredClone(spec) }, { labels: { a: '1', b: '2' } });
    const merged = [
      { key: 'a', operator: 'In', values: ['1'] },
      { key: 'b', operator: 'NotIn', values: ['2'] },
    ];
    const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
    const terms = [
      podAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.[0],
      podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution?.[0]?.podAffinityTerm,
    ];
    for (const each of terms) assert.deepEqual(plain(each?.labelSelector?.matchExpressions ?? null), merged);
    const selector = pod.spec.topologySpreadConstraints?.[0]?.labelSelector;
    assert.deepEqual(plain(selector ?? null), { matchLabels: { app: 'x' }, matchExpressions: merged.slice(0, 1) });
    assert.deepEqual(problemsOf(pod), []);
  });

  it('cannot select by a label that is also a key', () => {
    const labelSelector = { matchLabels: { a: '1' } };
    const constraint = { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['a'] };
    const spec = { topologySpreadConstraints: [{ ...constraint, labelSelector }] };
    assert.deepEqual(problemsOf(created({ spec }, { labels: { a: '1' } })), [
      'topologySpreadConstraints[0][0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector',
    ]);
  });

  it('takes AppArmor profiles from annotations', () => {
    const prefix = 'container.apparmor.security.beta.kubernetes.io/';
    const profileOf = (annotation: string, spec: object = {}) =>
      created({ spec }, { annotations: { [`${prefix}a`]: annotation } }).spec.containers[0]?.securityContext;
    const profiles = ['unconfined', 'runtime/default', 'localhost/mine', 'localhost/', 'other'].map((text) =>
      plain(profileOf(text)?.appArmorProfile ?? null),
    );
    assert.deepEqual(profiles, [
      { type: 'Unconfined' },
      { type: 'RuntimeDefault' },
      { type: 'Localhost', localhostProfile: 'mine' },
      null,
      null,
    ]);
    const ofPod = { securityContext: { appArmorProfile: { type: 'Unconfined' } } };
    assert.equal(profileOf('unconfined', ofPod), undefined);
    assert.equal(profileOf('unconfined', { os: { name: 'windows' } }), undefined);
  });

  it('cannot have a profile that differs from its annotation', () => {
    const annotations = { 'container.apparmor.security.beta.kubernetes.io/a': 'localhost/mine' };
    const problem = (appArmorProfile: object) =>
      problemsOf(created({ container: { securityContext: { appArmorProfile } } }, { annotations }));
    const field = 'containers[0].securityContext.appArmorProfile';
    assert.deepEqual(problem({ type: 'Localhost', localhostProfile: 'mine' }), []);
    assert.deepEqual(problem({ type: 'Unconfined' }), [
      `${field}.type: Forbidden: apparmor type in annotation and field must match`,
    ]);
    assert.deepEqual(problem({ type: 'Localhost', localhostProfile: 'other' }), [
      `${field}.localhostProfile: Forbidden: apparmor profile in annotation and field must match`,
    ]);
  });
});

describe('seccomp profiles of a new pod', () => {
  const POD = 'seccomp.security.alpha.kubernetes.io/pod';
  const CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/a';
  const text = 'securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match';
  const cases: readonly (readonly [
    annotations: Record<string, string>,
    ofPod: object,
    own: object,
    ...problems: string[],
  ])[] = [
    [{ [POD]: 'docker/default' }, { type: 'RuntimeDefault' }, { type: 'Unconfined' }],
    [{ [POD]: 'unconfined' }, { type: 'RuntimeDefault' }, {}, text],
    [{ [CONTAINER]: 'unconfined' }, { type: 'RuntimeDefault' }, { type: 'Unconfined' }],
    [{ [CONTAINER]: 'runtime/default' }, {}, { type: 'Unconfined' }, `containers[0].${text}`],
    [{ [CONTAINER]: 'localhost/a' }, {}, { type: 'Localhost', localhostProfile: 'a' }],
    [
      { [CONTAINER]: 'localhost/a' },
      {},
      { type: 'Localhost', localhostProfile: 'b' },
      'containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match',
    ],
  ];
  const contextOf = (seccompProfile: object) =>
    Object.keys(seccompProfile).length > 0 ? { securityContext: { seccompProfile } } : {};
  for (const [annotations, ofPod, own, ...problems] of cases) {
    it(`${problems.length > 0 ? 'cannot' : 'can'} be ${JSON.stringify([ofPod, own])} with ${JSON.stringify(annotations)}`, () => {
      const pod = created({ spec: contextOf(ofPod), container: contextOf(own) }, { annotations });
      assert.deepEqual(problemsOf(pod), problems);
    });
  }
});

describe('fields of disabled feature gates', () => {
  const bundle = { clusterTrustBundle: { name: 'b', path: 'p' } };
  const certificate = { podCertificate: { signerName: 's', keyType: 'ED25519', keyPath: 'k' } };
  const using = {
    container: { lifecycle: { stopSignal: 'SIGINT', preStop: { exec: { command: ['x'] } } } },
    spec: {
      os: { name: 'linux' },
      schedulingGroup: { podGroupName: 'g' },
      volumes: [{ name: 'v', projected: { sources: [bundle, certificate] } }],
    },
  };
  const used = ({ spec }: Pod): object =>
    plain({
      signal: spec.containers[0]?.lifecycle?.stopSignal ?? null,
      group: spec.schedulingGroup ?? null,
      sources: spec.volumes?.[0]?.projected?.sources ?? null,
    }) as object;
  const all = { signal: 'SIGINT', group: { podGroupName: 'g' }, sources: [bundle, certificate] };

  it('are dropped from new pods, with a lifecycle that becomes empty', () => {
    assert.deepEqual(used(podWith(using)), all);
    assert.deepEqual(used(created(using)), { signal: null, group: null, sources: [{}, {}] });
    const { containers } = created({ container: { lifecycle: { stopSignal: 'SIGINT' } } }).spec;
    assert.equal(containers[0]?.lifecycle, undefined);
  });

  it('stay in pods that use them', () => {
    const pod = podWith(using);
    pods.strategy.prepareForUpdate?.(pod, podWith(using), new Date(0));
    assert.deepEqual(used(pod), all);
    pods.strategy.prepareForUpdate?.(pod, podWith({}), new Date(0));
    assert.deepEqual(used(pod), { signal: null, group: null, sources: [{}, {}] });
  });
});
