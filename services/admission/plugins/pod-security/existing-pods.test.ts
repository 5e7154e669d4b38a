import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { CHECKS } from './checks/all.js';
import { createEvaluate } from './evaluate.js';
import { existingPodWarnings } from './existing-pods.js';
import { LATEST } from './level.js';

const evaluate = createEvaluate(CHECKS);
const pod = (name: string, spec: object = {}, controller?: string): Pod =>
  ({
    metadata: {
      name,
      ...(controller !== undefined && {
        ownerReferences: [{ uid: `other-${name}` }, { uid: controller, controller: true }],
      }),
    },
    spec: { containers: [{ name: 'a' }], ...spec },
  }) as unknown as Pod;
const warnings = (pods: readonly Pod[], isTimeOver = () => false) =>
  existingPodWarnings({ namespace: 'n', pods, enforce: { level: 'baseline', version: LATEST }, evaluate, isTimeOver });

const HEAD = 'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"';

describe('warnings about existing pods', () => {
  const [host, pid] = [
    { hostNetwork: true },
    { hostPID: true, containers: [{ name: 'a', securityContext: { privileged: true } }] },
  ];
  const cases: readonly (readonly [what: string, pods: readonly Pod[], expected: readonly string[]])[] = [
    ['none without pods', [], []],
    ['none for pods that pass', [pod('a'), pod('b')], []],
    ['one pod', [pod('b'), pod('a', host)], [HEAD, 'a: host namespaces']],
    [
      'two pods with the same violations, the first name',
      [pod('b', host), pod('a', host)],
      [HEAD, 'a (and 1 other pod): host namespaces'],
    ],
    [
      'groups in the order of their texts',
      [pod('z', host), pod('y', host), pod('x', pid), pod('w', host)],
      [HEAD, 'w (and 2 other pods): host namespaces', 'x: host namespaces, privileged'],
    ],
  ];
  for (const [what, pods, expected] of cases) it(what, () => assert.deepEqual(warnings(pods), expected));

  it('check one pod of each controller first', () => {
    const pods = [pod('a', {}, 'c1'), pod('b', {}, 'c1'), pod('c', host, 'c2')];
    let left = 2;
    assert.deepEqual(
      warnings(pods, () => --left === 0),
      ['new PodSecurity enforce level only checked against the first 2 of 3 existing pods', HEAD, 'c: host namespaces'],
    );
  });

  it('are about 3000 pods at most', () => {
    const pods = Array.from({ length: 3_002 }, (_, index) => pod(`p${index}`, index === 3_001 ? host : {}));
    assert.deepEqual(warnings(pods), [
      'new PodSecurity enforce level only checked against the first 3000 of 3002 existing pods',
    ]);
  });
});
