import { RUNNING_TEMPLATE, SELECTOR, TEMPLATE } from '../core/pod/samples.test.helper.js';
import { NAME, SINCE, type SampleColumn, type Samples } from '../definition/sample.test.helper.js';

const WORKLOAD = { selector: { matchLabels: { app: 'web' } }, template: TEMPLATE };
const CONTAINERS: readonly SampleColumn[] = [
  ['CONTAINERS', 'web', 'wide'],
  ['IMAGES', 'nginx:1.25', 'wide'],
];
const SELECTED: SampleColumn = ['SELECTOR', 'app=web', 'wide'];

export const appsSamples: Samples = {
  'daemonsets.apps': {
    object: { spec: WORKLOAD },
    columns: [
      NAME,
      ['DESIRED', '0'],
      ['CURRENT', '0'],
      ['READY', '0'],
      ['UP-TO-DATE', '0'],
      ['AVAILABLE', '0'],
      ['NODE SELECTOR', '<none>'],
      SINCE,
      ...CONTAINERS,
      SELECTED,
    ],
    described: /^Selector: +app=web$/m,
    applied: { spec: { selector: SELECTOR, template: RUNNING_TEMPLATE, updateStrategy: { type: 'OnDelete' } } },
  },
  'deployments.apps': {
    object: { spec: { ...WORKLOAD, replicas: 2 } },
    columns: [NAME, ['READY', '0/2'], ['UP-TO-DATE', '0'], ['AVAILABLE', '0'], SINCE, ...CONTAINERS, SELECTED],
    described: /^RollingUpdateStrategy: +25% max unavailable, 25% max surge$/m,
    applied: {
      spec: { replicas: 2, selector: SELECTOR, template: RUNNING_TEMPLATE, strategy: { type: 'Recreate' } },
    },
  },
  'replicasets.apps': {
    object: { spec: { ...WORKLOAD, replicas: 2 } },
    columns: [NAME, ['DESIRED', '2'], ['CURRENT', '0'], ['READY', '0'], SINCE, ...CONTAINERS, SELECTED],
    described: /^Replicas: +0 current \/ 2 desired$/m,
    applied: { spec: { selector: SELECTOR, template: RUNNING_TEMPLATE } },
  },
  'statefulsets.apps': {
    object: { spec: { ...WORKLOAD, replicas: 2, serviceName: 'web' } },
    columns: [NAME, ['READY', '0/2'], SINCE, ...CONTAINERS],
    described: /^Update Strategy: +RollingUpdate$/m,
    applied: { spec: { selector: SELECTOR, template: RUNNING_TEMPLATE, serviceName: 's' } },
  },
  'controllerrevisions.apps': {
    object: { data: { spec: { replicas: 1 } }, revision: 3 },
    columns: [NAME, ['CONTROLLER', '<none>'], ['REVISION', '3'], SINCE],
    described: /^Revision: +3$/m,
    applied: { revision: 1, data: { any: [{ thing: null }] } },
  },
};
