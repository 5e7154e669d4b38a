import assert from 'node:assert/strict';
import { admitted, podAttributes, testHost } from '../../host.test.helper.js';
import { limitPodHardAntiAffinityTopology } from './plugin.js';

const required = (...keys: string[]) => ({
  affinity: {
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: keys.map((topologyKey) => ({ topologyKey })) },
  },
});
const preferred = {
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'zone' } }],
    },
  },
};

describe('LimitPodHardAntiAffinityTopology', () => {
  for (const [what, spec, refusal] of [
    ['admits a pod without affinity', {}, undefined],
    ['admits the host name', required('kubernetes.io/hostname'), undefined],
    ['admits a preference', preferred, undefined],
    [
      'refuses another key',
      required('kubernetes.io/hostname', 'zone'),
      'pods "o" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    ],
  ] as const) {
    it(what, async () => {
      const plugin = await limitPodHardAntiAffinityTopology.create(testHost());
      assert.equal((await admitted(plugin, podAttributes(spec))).refusal, refusal);
    });
  }
});
