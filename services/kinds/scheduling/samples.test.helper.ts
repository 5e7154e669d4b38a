import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const schedulingSamples: Samples = {
  'priorityclasses.scheduling.k8s.io': {
    object: { value: 1000, description: 'More than most.' },
    columns: [
      NAME,
      ['VALUE', '1000'],
      ['GLOBAL-DEFAULT', 'false'],
      SINCE,
      ['PREEMPTIONPOLICY', 'PreemptLowerPriority'],
    ],
    described: /^Value: +1000$/m,
  },
};
