import { AGE, NAME, type Samples } from '../definition/sample.test.helper.js';
import { CERTIFICATE_PEM, derOf, requestOf } from './requests.test.helper.js';

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
  'clustertrustbundles.certificates.k8s.io': {
    object: { spec: { trustBundle: CERTIFICATE_PEM } },
    columns: [NAME, ['SIGNERNAME', '<none>']],
    described: false,
  },
  'podcertificaterequests.certificates.k8s.io': {
    object: {
      spec: {
        signerName: 'example.com/signer',
        podName: 'pod',
        podUID: '1',
        serviceAccountName: 'account',
        serviceAccountUID: '2',
        nodeName: 'node',
        nodeUID: '3',
        maxExpirationSeconds: 7200,
        stubPKCS10Request: derOf('ecdsa'),
        unverifiedUserAnnotations: { 'example.com/a': 'b' },
      },
    },
    columns: [
      NAME,
      ['PODNAME', 'pod'],
      ['SERVICEACCOUNTNAME', 'account'],
      ['NODENAME', 'node'],
      ['SIGNERNAME', 'example.com/signer'],
      ['STATE', 'Pending'],
      ['UNVERIFIEDUSERANNOTATIONS', 'example.com/a=b'],
    ],
    described: false,
  },
};
