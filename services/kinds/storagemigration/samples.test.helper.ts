import { NAME, type Samples } from '../definition/sample.test.helper.js';

export const storagemigrationSamples: Samples = {
  'storageversionmigrations.storagemigration.k8s.io': {
    object: { spec: { resource: { group: 'apps', resource: 'deployments' } } },
    columns: [NAME, ['RESOURCE', 'deployments.apps'], ['STATUS', 'Unknown']],
    described: false,
  },
};
