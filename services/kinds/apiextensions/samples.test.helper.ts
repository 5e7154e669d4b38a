import { TIME, type Samples } from '../definition/sample.test.helper.js';

export const apiextensionsSamples: Samples = {
  'customresourcedefinitions.apiextensions.k8s.io': {
    object: {
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
    columns: [
      ['NAME', 'things.example.com'],
      ['CREATED AT', TIME],
    ],
    described: false,
  },
};
