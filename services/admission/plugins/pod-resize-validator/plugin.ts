import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { nodes } from '@pilothouse/client/core.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { isSameGeneration } from '../pod-generation.js';
import { resizeProblem } from './capacity.js';

/** Refuses a resize to more than the node of the pod can allocate, or on a node without Linux. */
export const podResizeValidator = definePlugin({
  name: 'PodResizeValidator',
  isDefault: true,
  reads: [nodes],
  create: ({ objects }) => ({
    name: 'PodResizeValidator',
    rules: [{ operations: ['UPDATE'], groups: [''], versions: ['*'], resources: ['pods/resize'] }],
    async validate(attributes) {
      const { object, old, signal } = attributes;
      if (object === undefined || old === undefined) return;
      // The rules match only pods.
      const pod = object as Pod;
      const { nodeName: name = '' } = pod.spec;
      if (name === '' || isSameGeneration(pod, old as Pod)) return;
      const node = await objects.get(nodes, { name, signal });
      if (node === undefined) throw forbidden(attributes, `node ${JSON.stringify(name)} not found`);
      const problem = resizeProblem(pod, node);
      if (problem === undefined) return;
      const { message, details = {} } = forbidden(attributes, problem.text);
      throw new StatusError('Forbidden', message, { details: { ...details, causes: [{ reason: problem.cause }] } });
    },
  }),
});
