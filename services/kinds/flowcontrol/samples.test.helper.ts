import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

const QUEUING = { queues: 16, handSize: 4, queueLengthLimit: 10 };

export const flowcontrolSamples: Samples = {
  'flowschemas.flowcontrol.apiserver.k8s.io': {
    object: {
      spec: {
        priorityLevelConfiguration: { name: 'workload-low' },
        matchingPrecedence: 500,
        distinguisherMethod: { type: 'ByUser' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: 'ann' } }],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }],
            resourceRules: [{ verbs: ['*'], apiGroups: ['apps'], resources: ['*'], namespaces: ['a'] }],
          },
        ],
      },
    },
    columns: [
      NAME,
      ['PRIORITYLEVEL', 'workload-low'],
      ['MATCHINGPRECEDENCE', '500'],
      ['DISTINGUISHERMETHOD', 'ByUser'],
      SINCE,
      // The server sets the condition shortly after the creation.
      ['MISSINGPL', /^(?:False|\?)$/],
    ],
    described: /^ +Matching Precedence: +500$/m,
  },
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': {
    object: {
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 7, limitResponse: { type: 'Queue', queuing: QUEUING } },
      },
    },
    columns: [
      NAME,
      ['TYPE', 'Limited'],
      ['NOMINALCONCURRENCYSHARES', '7'],
      ['QUEUES', '16'],
      ['HANDSIZE', '4'],
      ['QUEUELENGTHLIMIT', '10'],
      SINCE,
    ],
    described: /^ +Nominal Concurrency Shares: +7$/m,
  },
};
