import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const coordinationSamples: Samples = {
  'leasecandidates.coordination.k8s.io': {
    object: {
      spec: {
        leaseName: 'lock',
        renewTime: '2024-01-02T03:04:05.000006Z',
        binaryVersion: '1.36.2',
        emulationVersion: '1.35.0',
        strategy: 'OldestEmulationVersion',
      },
    },
    columns: [NAME, ['LEASENAME', 'lock'], ['BINARYVERSION', '1.36.2'], ['EMULATIONVERSION', '1.35.0'], SINCE],
    described: false,
  },
  'leases.coordination.k8s.io': {
    object: { spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2024-01-02T03:04:05.000006Z' } },
    columns: [NAME, ['HOLDER', 'me'], SINCE],
    described: /^ {2}Renew Time: +2024-01-02T03:04:05.000006Z$/m,
  },
};
