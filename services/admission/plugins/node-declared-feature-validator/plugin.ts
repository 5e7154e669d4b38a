import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { nodes } from '@pilothouse/client/core.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { podRule } from '../pods.js';
import { isSameGeneration } from '../pod-generation.js';
import { featureProblem, requiredFeatures } from './features.js';

/** Refuses updates of pods that their nodes cannot carry out. A node declares its features in its status. */
export const nodeDeclaredFeatureValidator = definePlugin({
  name: 'NodeDeclaredFeatureValidator',
  isDefault: true,
  reads: [nodes],
  create: ({ objects }) => ({
    name: 'NodeDeclaredFeatureValidator',
    rules: [podRule(['UPDATE'], 'resize')],
    async validate(attributes) {
      const { object, old, signal } = attributes;
      if (object === undefined || old === undefined) return;
      // The rules match only pods.
      const [pod, before] = [object as Pod, old as Pod];
      const { nodeName: name = '' } = pod.spec;
      if (name === '' || isSameGeneration(pod, before)) return;
      const required = requiredFeatures(pod, before);
      if (required.length === 0) return;
      const node = await objects.get(nodes, { name, signal });
      if (node === undefined) throw forbidden(attributes, `node ${JSON.stringify(name)} not found`);
      const problem = featureProblem(required, node);
      if (problem !== undefined) throw forbidden(attributes, problem);
    },
  }),
});
