import assert from 'node:assert/strict';
import { podWith, problemsOf } from './pod.test.helper.js';

const COST = 'controller.kubernetes.io/pod-deletion-cost';
const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';
const PROFILE = 'container.apparmor.security.beta.kubernetes.io/';
const at = (key: string) => `metadata.annotations[${key}]`;
const annotated = (annotations: Record<string, string>) => {
  const pod = podWith({ spec: { initContainers: [{ name: 'b', image: 'i' }] } });
  pod.metadata.annotations = annotations;
  return pod;
};

const NEW: [annotations: Record<string, string>, ...problems: string[]][] = [
  [{ note: 'anything' }],
  [{ [TOLERATIONS]: '' }],
  [{ [TOLERATIONS]: '[{"key":"a","operator":"Exists"}]' }],
  [
    { [TOLERATIONS]: '[{"key":"a","operator":"Bad"}]' },
    `metadata.annotations.${TOLERATIONS}[0].operator: Unsupported value: "Bad": supported values: "Equal", "Exists"`,
  ],
  [
    { [TOLERATIONS]: '[{"operator":"Exists","value":"x"}]' },
    `metadata.annotations.${TOLERATIONS}[0].operator: Invalid value: "x": value must be empty when \`operator\` is 'Exists'`,
  ],
  [
    { [TOLERATIONS]: '[' },
    `metadata.annotations: Invalid value: "${TOLERATIONS}": unexpected end of JSON input (line 1, column 2)`,
  ],
  ...['0', '-1', '2147483647', '-2147483648'].map((cost): [Record<string, string>] => [{ [COST]: cost }]),
  ...['', 'x', '1.5', '+1', '01', '2147483648', '-2147483649', '1e3'].map((cost): [Record<string, string>, string] => [
    { [COST]: cost },
    `${at(COST)}: Invalid value: "${cost}": must be a 32bit integer`,
  ]),
  [{ [`${PROFILE}a`]: 'runtime/default', [`${PROFILE}b`]: 'localhost/mine' }],
  [{ [`${PROFILE}z`]: 'unconfined' }, `${at(`${PROFILE}z`)}: Invalid value: "z": container not found`],
  [{ [`${PROFILE}a`]: 'mine' }, `${at(`${PROFILE}a`)}: Invalid value: "mine": invalid AppArmor profile name: "mine"`],
];

const CHANGES: [before: Record<string, string>, after: Record<string, string>, ...problems: string[]][] = [
  [{}, { [COST]: '5' }],
  [{ [COST]: 'x' }, { [COST]: 'x', note: 'more' }],
  [{ [COST]: '5' }, { [COST]: 'x' }, `${at(COST)}: Invalid value: "x": must be a 32bit integer`],
  [{}, { [`${PROFILE}a`]: 'unconfined' }, `${at(`${PROFILE}a`)}: Forbidden: may not add AppArmor annotations`],
  [
    { [`${PROFILE}a`]: 'unconfined' },
    {},
    `${at(`${PROFILE}a`)}: Forbidden: may not remove or update AppArmor annotations`,
  ],
];

describe('the annotations of a pod', () => {
  for (const [annotations, ...problems] of NEW) {
    it(`${problems.length === 0 ? 'can' : 'cannot'} be ${JSON.stringify(annotations)}`, () =>
      assert.deepEqual(problemsOf(annotated(annotations)), problems));
  }

  for (const [before, after, ...problems] of CHANGES) {
    const what = `${JSON.stringify(before)} to ${JSON.stringify(after)}`;
    it(`${problems.length === 0 ? 'can' : 'cannot'} change from ${what}`, () =>
      assert.deepEqual(problemsOf(annotated(after), annotated(before)), problems));
  }
});
