import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { podWith } from './pod.test.helper.js';
import { validatePodStatus } from './validate-status.js';

const withStatus = (status: object, restartPolicy = 'Always'): Pod =>
  Object.assign(podWith({ spec: { restartPolicy } }), { status });
const problemsOf = (pod: Pod, old: Pod): string[] => validatePodStatus(pod, old).map(fieldErrorText);
const ips = (...all: string[]) => ({ podIPs: all.map((ip) => ({ ip })) });
const ended = (exitCode: number) => ({ name: 'a', state: { terminated: { exitCode } } });
const running = { name: 'a', state: { running: {} } };

const STATUSES: [status: object, ...problems: string[]][] = [
  [{}],
  [ips('10.0.0.1')],
  [ips('10.0.0.1', 'fd00::1')],
  [ips('fd00::1', '10.0.0.1')],
  [
    ips('10.0.0'),
    'status.podIPs[0]: Invalid value: "10.0.0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ],
  [ips('10.0.0.1', '10.0.0.1'), 'status.podIPs[1]: Duplicate value: "10.0.0.1"'],
  [
    ips('10.0.0.1', '10.0.0.2'),
    'status.podIPs: Invalid value: ["10.0.0.1","10.0.0.2"]: may specify no more than one IP for each IP family',
  ],
  [
    ips('10.0.0.1', 'fd00::1', 'fd00::2'),
    'status.podIPs: Invalid value: ["10.0.0.1","fd00::1","fd00::2"]: may specify no more than one IP for each IP family',
  ],
  [{ nominatedNodeName: 'n1' }],
  [
    { nominatedNodeName: 'n_1' },
    `status.nominatedNodeName: Invalid value: "n_1": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ],
];

/** Whether a terminated container may run again. */
const AGAIN: [list: string, restartPolicy: string, exitCode: number, may: boolean][] = [
  ['containerStatuses', 'Always', 0, true],
  ['containerStatuses', 'OnFailure', 1, true],
  ['containerStatuses', 'OnFailure', 0, false],
  ['containerStatuses', 'Never', 1, false],
  ['initContainerStatuses', 'Never', 1, false],
  ['ephemeralContainerStatuses', 'Always', 1, false],
];

describe('the status of a pod', () => {
  for (const [status, ...problems] of STATUSES) {
    it(`of ${JSON.stringify(status)} is ${problems.length === 0 ? 'valid' : 'invalid'}`, () =>
      assert.deepEqual(problemsOf(withStatus(status), withStatus({})), problems));
  }

  it('of a bound pod cannot have nominatedNodeName', () => {
    const text = 'status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node';
    const onNode = (status: object): Pod => Object.assign(podWith({ spec: { nodeName: 'n1' } }), { status });
    const nominated = onNode({ nominatedNodeName: 'n2' });
    assert.deepEqual(problemsOf(nominated, onNode({})), [text]);
    assert.deepEqual(problemsOf(nominated, nominated), []);
    assert.deepEqual(problemsOf(onNode({}), nominated), []);
  });

  for (const [list, policy, exitCode, may] of AGAIN) {
    it(`${may ? 'can' : 'cannot'} restart a container of ${list} after exit code ${exitCode} with the policy ${policy}`, () => {
      const old = withStatus({ [list]: [ended(exitCode)] }, policy);
      const text = `status.${list}[0].state: Forbidden: may not be transitioned to non-terminated state`;
      assert.deepEqual(problemsOf(withStatus({ [list]: [running] }, policy), old), may ? [] : [text]);
      assert.deepEqual(problemsOf(withStatus({ [list]: [ended(2)] }, policy), old), []);
    });
  }
});
