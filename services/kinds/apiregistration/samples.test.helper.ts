import { SINCE, type Samples } from '../definition/sample.test.helper.js';

export const apiregistrationSamples: Samples = {
  'apiservices.apiregistration.k8s.io': {
    name: 'v1.samples.example.com',
    object: {
      spec: { group: 'samples.example.com', version: 'v1', groupPriorityMinimum: 2000, versionPriority: 10 },
    },
    columns: [['NAME', 'v1.samples.example.com'], ['SERVICE', 'Local'], ['AVAILABLE', 'True'], SINCE],
    described: /^ +Group Priority Minimum: +2000$/m,
  },
};
