import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const policySamples: Samples = {
  'poddisruptionbudgets.policy': {
    object: { spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } } },
    columns: [NAME, ['MIN AVAILABLE', '50%'], ['MAX UNAVAILABLE', 'N/A'], ['ALLOWED DISRUPTIONS', '0'], SINCE],
    described: /^Min available: +50%$/m,
    describedByNewOnly: true,
    applied: { spec: { maxUnavailable: 1, selector: { matchLabels: { a: 'b' } } } },
  },
};
