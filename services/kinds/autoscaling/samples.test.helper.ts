import { NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

export const autoscalingSamples: Samples = {
  'horizontalpodautoscalers.autoscaling': {
    object: {
      spec: {
        scaleTargetRef: TARGET,
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
          { type: 'Pods', pods: { metric: { name: 'tps' }, target: { type: 'AverageValue', averageValue: '10' } } },
        ],
      },
    },
    columns: [
      NAME,
      ['REFERENCE', 'Deployment/web'],
      ['TARGETS', 'cpu: <unknown>/60%, <unknown>/10'],
      ['MINPODS', '1'],
      ['MAXPODS', '5'],
      ['REPLICAS', '0'],
      SINCE,
    ],
    described: /^Reference: +Deployment\/web$/m,
    applied: {
      spec: {
        scaleTargetRef: TARGET,
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } } },
        ],
      },
    },
  },
};
