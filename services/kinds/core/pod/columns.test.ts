import assert from 'node:assert/strict';
import { podSchema, type Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { podColumns } from './columns.js';

const NOW = new Date('2026-01-01T01:00:00Z');
const decode = compileDecoder(podSchema);
const running = { ready: true, state: { running: {} } };
const ended = (terminated: object, more: object = {}) => ({ state: { terminated }, ...more });
const waiting = (reason: string, more: object = {}) => ({ state: { waiting: { reason } }, ...more });
const deletion = { deletionTimestamp: '2026-01-01T00:59:00Z' };

/** Expected cells: ready, status, restarts. */
const CASES: [
  what: string,
  status: object,
  cells: [string, string, string],
  more?: { metadata?: object; spec?: object },
][] = [
  ['pending', { phase: 'Pending' }, ['0/1', 'Pending', '0']],
  ['that runs', { phase: 'Running', containerStatuses: [running] }, ['1/1', 'Running', '0']],
  ['rejected by the kubelet', { phase: 'Failed', reason: 'Evicted' }, ['0/1', 'Evicted', '0']],
  [
    'with a missing image',
    { phase: 'Pending', containerStatuses: [waiting('ImagePullBackOff')] },
    ['0/1', 'ImagePullBackOff', '0'],
  ],
  [
    'in CrashLoopBackOff',
    {
      phase: 'Running',
      containerStatuses: [
        waiting('CrashLoopBackOff', {
          restartCount: 3,
          lastState: { terminated: { finishedAt: '2026-01-01T00:55:00Z' } },
        }),
      ],
    },
    ['0/1', 'CrashLoopBackOff', '3 (5m ago)'],
  ],
  [
    'that has completed',
    { phase: 'Succeeded', containerStatuses: [ended({ reason: 'Completed' })] },
    ['0/1', 'Completed', '0'],
  ],
  [
    'that was killed',
    { phase: 'Failed', containerStatuses: [ended({ signal: 9, exitCode: 137 })] },
    ['0/1', 'Signal:9', '0'],
  ],
  ['that has failed', { phase: 'Failed', containerStatuses: [ended({ exitCode: 2 })] }, ['0/1', 'ExitCode:2', '0']],
  [
    'with one running and one completed container',
    { containerStatuses: [ended({ reason: 'Completed' }), running], conditions: [{ type: 'Ready', status: 'True' }] },
    ['1/1', 'Running', '0'],
  ],
  [
    'that starts',
    { initContainerStatuses: [ended({ exitCode: 0 }), { state: {} }] },
    ['0/1', 'Init:1/2', '0'],
    { spec: { initContainers: [{}, {}] } },
  ],
  [
    'with a failed init container',
    { initContainerStatuses: [ended({ exitCode: 1, reason: 'Error' }, { restartCount: 2 })] },
    ['0/1', 'Init:Error', '2'],
  ],
  [
    'with a waiting init container',
    { initContainerStatuses: [waiting('CrashLoopBackOff')] },
    ['0/1', 'Init:CrashLoopBackOff', '0'],
  ],
  [
    'that ends',
    { phase: 'Running', containerStatuses: [running] },
    ['1/1', 'Terminating', '0'],
    { metadata: deletion },
  ],
  ['of an unreachable node', { phase: 'Running', reason: 'NodeLost' }, ['0/1', 'Unknown', '0'], { metadata: deletion }],
  ['that has completed and is terminating', { phase: 'Succeeded' }, ['0/1', 'Succeeded', '0'], { metadata: deletion }],
];

describe('the table of pods', () => {
  const cells = (status: object, { metadata = {}, spec = {} }: { metadata?: object; spec?: object } = {}) => {
    const object = { metadata: { name: 'p', ...metadata }, spec: { containers: [{}], ...spec }, status };
    const pod = decode(object as unknown as JsonObject).value as Pod;
    return new Map(podColumns.map((column) => [column.name, column.cell(pod, NOW)]));
  };

  for (const [what, status, wanted, more] of CASES) {
    it(`shows a pod ${what}`, () => {
      const shown = cells(status, more);
      assert.deepEqual([shown.get('Ready'), shown.get('Status'), shown.get('Restarts')], wanted);
    });
  }

  it('has more columns in wide output', () => {
    const conditions = [
      { type: 'a', status: 'True' },
      { type: 'b', status: 'False' },
    ];
    const status = { podIP: '1.2.3.4', nominatedNodeName: 'm', conditions };
    const readinessGates = [{ conditionType: 'a' }, { conditionType: 'b' }];
    const shown = cells(status, { spec: { nodeName: 'n', readinessGates } });
    const names = podColumns.filter(({ priority }) => priority === 1).map(({ name }) => name);
    assert.deepEqual(names, ['IP', 'Node', 'Nominated Node', 'Readiness Gates']);
    assert.deepEqual(
      names.map((name) => shown.get(name)),
      ['1.2.3.4', 'n', 'm', '1/2'],
    );
  });
});
