import { TIME, NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const storageSamples: Samples = {
  'csidrivers.storage.k8s.io': {
    object: {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        tokenRequests: [{ audience: 'vault' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
    columns: [
      NAME,
      ['ATTACHREQUIRED', 'false'],
      ['PODINFOONMOUNT', 'true'],
      ['STORAGECAPACITY', 'true'],
      ['TOKENREQUESTS', 'vault'],
      ['REQUIRESREPUBLISH', 'false'],
      ['MODES', 'Persistent,Ephemeral'],
      SINCE,
    ],
    described: /^ {2}Pod Info On Mount: +true$/m,
  },
  'csistoragecapacities.storage.k8s.io': {
    object: { storageClassName: 'fast', capacity: '1Gi', nodeTopology: { matchLabels: { zone: 'a' } } },
    columns: [NAME, ['CREATED AT', TIME]],
    described: /^Storage Class Name: +fast$/m,
  },
};
