import assert from 'node:assert/strict';
import { admitted, json, podAttributes, podWith, testHost } from '../../host.test.helper.js';
import { podTopologyLabels } from './plugin.js';

const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';
const nodes = [
  { metadata: { name: 'n', labels: { [zone]: 'z', [region]: 'r', 'topology.kubernetes.io/rack': 'x' } } },
  { metadata: { name: 'plain' } },
];
const binding = (kind: string, name: string) => json({ metadata: { name: 'o' }, target: { kind, name } });

describe('PodTopologyLabels', () => {
  for (const [what, given, wanted] of [
    ['ignores a pod without a node', { object: podWith() }, undefined],
    ['ignores a node without labels', { object: podWith({ nodeName: 'plain' }) }, undefined],
    ['ignores a missing node', { object: podWith({ nodeName: 'missing' }) }, undefined],
    [
      'replaces the labels of a pod with a node',
      { object: podWith({ nodeName: 'n' }, { labels: { app: 'a', [zone]: 'other' } }) },
      { app: 'a', [zone]: 'z', [region]: 'r' },
    ],
    [
      'sets the labels of a binding',
      { subresource: 'binding', object: binding('Node', 'n') },
      { [zone]: 'z', [region]: 'r' },
    ],
    ['ignores other bindings', { subresource: 'binding', object: binding('Machine', 'n') }, undefined],
  ] as const) {
    it(what, async () => {
      const plugin = await podTopologyLabels.create(testHost({ stored: { nodes } }));
      const { object } = await admitted(plugin, podAttributes({}, given));
      const { metadata } = json(object ?? {}) as { metadata?: { labels?: object } };
      assert.deepEqual(metadata?.labels, wanted);
    });
  }
});
