import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { definePlugin } from '../../plugin.js';
import { podRule } from '../pods.js';
import { toleratingDevices } from './tolerations.js';

/** Pods tolerate the taints of nodes with the extended resources that they request. */
export const extendedResourceToleration = definePlugin({
  name: 'ExtendedResourceToleration',
  isDefault: false,
  create: () => ({
    name: 'ExtendedResourceToleration',
    rules: [podRule(['CREATE', 'UPDATE'])],
    // The rules match only pods.
    admit: ({ object }) => object && toleratingDevices(object as Pod),
  }),
});
