import { AGE, type Samples } from '../definition/sample.test.helper.js';

export const eventsSamples: Samples = {
  'events.events.k8s.io': {
    object: {
      eventTime: '2024-01-02T03:04:05.000006Z',
      type: 'Normal',
      reason: 'Tested',
      action: 'Testing',
      note: 'It was tried again',
      reportingController: 'example.com/tester',
      reportingInstance: 'tester-0',
      regarding: { apiVersion: 'v1', kind: 'ConfigMap', name: 'sample', namespace: 'kube-public' },
    },
    columns: [
      ['LAST SEEN', AGE],
      ['TYPE', 'Normal'],
      ['REASON', 'Tested'],
      ['OBJECT', 'configmap/sample'],
      ['SUBOBJECT', '', 'wide'],
      ['SOURCE', 'example.com/tester, tester-0', 'wide'],
      ['MESSAGE', 'It was tried again'],
      ['FIRST SEEN', AGE, 'wide'],
      ['COUNT', '1', 'wide'],
      ['NAME', 'sample', 'wide'],
    ],
    described: /^Note: +It was tried again$/m,
    applied: {
      regarding: { namespace: 'default' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'a.b/c',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
    },
  },
};
