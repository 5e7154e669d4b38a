import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { podAttributes, podWith, testHost } from '../../host.test.helper.js';
import { podResizeValidator } from './plugin.js';

const node = (name: string, os?: string) => ({
  metadata: { name, labels: { ...(os && { 'kubernetes.io/os': os }) } },
  status: { allocatable: { cpu: '4', memory: '8Gi' } },
});
const nodes = [node('linux', 'linux'), node('plain'), node('windows', 'windows')];
const pod = (nodeName: string | undefined, requests: object, generation = 2) =>
  podWith({ nodeName, containers: [{ name: 'c', image: 'i', resources: { requests } }] }, { generation });

describe('PodResizeValidator', () => {
  const large = { cpu: '10', memory: '9Gi' };
  for (const [what, name, requests, generation, text, cause] of [
    ['admits what fits', 'linux', { cpu: '4', memory: '8Gi' }, 2, undefined, undefined],
    ['admits what fits on a node without the label', 'plain', { cpu: '100m' }, 2, undefined, undefined],
    ['admits a pod without a node', undefined, large, 2, undefined, undefined],
    ['admits the same specification', 'linux', large, 1, undefined, undefined],
    [
      'refuses too much',
      'linux',
      large,
      2,
      `node didn't have enough allocatable resources: cpu, requested: 10000, allocatable: 4000; memory, requested: ${9 * 2 ** 30}, allocatable: ${8 * 2 ** 30}`,
      'NodeCapacity',
    ],
    [
      'refuses another system',
      'windows',
      { cpu: '1' },
      2,
      'pod resize is only supported on linux nodes, node "windows" is "windows"',
      'UnsupportedPlatform',
    ],
    ['refuses a missing node', 'gone', { cpu: '1' }, 2, 'node "gone" not found', undefined],
  ] as const) {
    it(what, async () => {
      const plugin = await podResizeValidator.create(testHost({ stored: { nodes } }));
      const attributes = podAttributes(
        {},
        {
          operation: 'UPDATE',
          subresource: 'resize',
          object: pod(name, requests, generation),
          old: pod(name, { cpu: '1' }, 1),
        },
      );
      const error = await Promise.resolve(plugin?.validate?.(attributes)).catch((thrown: unknown) => thrown);
      if (text === undefined) return assert.equal(error, undefined);
      assert.ok(error instanceof StatusError);
      assert.equal(error.message, `pods "o" is forbidden: ${text}`);
      assert.deepEqual(error.details?.causes, cause && [{ reason: cause }]);
    });
  }
});
