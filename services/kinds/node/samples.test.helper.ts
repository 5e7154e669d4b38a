import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const nodeSamples: Samples = {
  'runtimeclasses.node.k8s.io': {
    object: {
      handler: 'fast',
      overhead: { podFixed: { cpu: '250m' } },
      scheduling: { nodeSelector: { runtime: 'fast' }, tolerations: [{ key: 'runtime', operator: 'Exists' }] },
    },
    columns: [NAME, ['HANDLER', 'fast'], SINCE],
    described: /^Handler: +fast$/m,
  },
};
