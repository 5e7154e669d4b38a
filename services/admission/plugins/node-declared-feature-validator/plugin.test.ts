import assert from 'node:assert/strict';
import { admitted, podAttributes, podWith, testHost } from '../../host.test.helper.js';
import { nodeDeclaredFeatureValidator } from './plugin.js';

const INIT = 'InPlacePodVerticalScalingInitContainers';
const POD = 'InPlacePodLevelResourcesVerticalScaling';
const nodes = [
  { metadata: { name: 'old' }, status: {} },
  { metadata: { name: 'new' }, status: { declaredFeatures: [INIT, POD] } },
];
const pod = (cpu: string, nodeName?: string, generation = 1) => {
  const resources = { requests: { cpu } };
  const sidecar = { name: 's', restartPolicy: 'Always', resources };
  return podWith({ nodeName, resources, initContainers: [{ name: 'i', resources }, sidecar] }, { generation });
};

describe('NodeDeclaredFeatureValidator', () => {
  for (const [what, node, old, object, refusal] of [
    ['admits what the node declares', 'new', pod('1', 'new'), pod('2', 'new', 2), undefined],
    ['admits the same specification', 'old', pod('1', 'old'), pod('2', 'old'), undefined],
    ['admits a change without requirements', 'old', pod('1', 'old'), pod('1', 'old', 2), undefined],
    ['admits a pod without a node', '', pod('1'), pod('2', undefined, 2), undefined],
    [
      'refuses what the node does not declare',
      'old',
      pod('1', 'old'),
      pod('2', 'old', 2),
      `pod update requires features ${POD}, ${INIT} which are not available on node "old"`,
    ],
    ['refuses a missing node', 'gone', pod('1', 'gone'), pod('2', 'gone', 2), 'node "gone" not found'],
  ] as const) {
    it(`${what} ${node}`, async () => {
      const plugin = await nodeDeclaredFeatureValidator.create(testHost({ stored: { nodes } }));
      const attributes = podAttributes({}, { operation: 'UPDATE', object, old });
      assert.equal((await admitted(plugin, attributes)).refusal, refusal && `pods "o" is forbidden: ${refusal}`);
    });
  }
});
