import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { podRule } from '../pods.js';
import { topologyProblem } from './topology.js';

/** Refuses pods that keep others away from more than their own node. */
export const limitPodHardAntiAffinityTopology = definePlugin({
  name: 'LimitPodHardAntiAffinityTopology',
  isDefault: false,
  create: () => ({
    name: 'LimitPodHardAntiAffinityTopology',
    rules: [podRule(['CREATE', 'UPDATE'])],
    validate(attributes) {
      const { object } = attributes;
      // The rules match only pods.
      const problem = object && topologyProblem(object as Pod);
      if (problem !== undefined) throw forbidden(attributes, problem);
    },
  }),
});
