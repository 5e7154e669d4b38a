import { AGE, NAME, type Samples } from '../definition/sample.test.helper.js';
import { requestOf } from './requests.test.helper.js';

export const certificatesSamples: Samples = {
  'certificatesigningrequests.certificates.k8s.io': {
    object: {
      spec: {
        request: requestOf('ecdsa'),
        signerName: 'example.com/signer',
        usages: ['client auth'],
        expirationSeconds: 3600,
      },
    },
    columns: [
      NAME,
      ['AGE', AGE],
      ['SIGNERNAME', 'example.com/signer'],
      ['REQUESTOR', /^\S+$/],
      ['REQUESTEDDURATION', '60m'],
      ['CONDITION', 'Pending'],
    ],
    described: /^ {2}Common Name: +ann$/m,
  },
};
