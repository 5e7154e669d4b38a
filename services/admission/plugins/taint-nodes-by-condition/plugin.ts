import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';
import { definePlugin } from '../../plugin.js';
import { tainted } from './taint.js';

/** Taints new nodes as not ready. The node controller removes the taint. */
export const taintNodesByCondition = definePlugin({
  name: 'TaintNodesByCondition',
  isDefault: true,
  create: () => ({
    name: 'TaintNodesByCondition',
    rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['nodes'] }],
    // The rules match only nodes.
    admit: ({ object }) => object && tainted(object as Node),
  }),
});
