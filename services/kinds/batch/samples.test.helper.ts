import { RUNNING } from '../core/pod/samples.test.helper.js';
import { NAME, SINCE, type SampleColumn, type Samples } from '../definition/sample.test.helper.js';

const SPEC = { template: { spec: { containers: [{ name: 'web', image: 'nginx:1.25' }], restartPolicy: 'Never' } } };
const APPLIED = { template: { spec: { ...RUNNING, restartPolicy: 'Never' } } };
const CONTAINERS: readonly SampleColumn[] = [
  ['CONTAINERS', 'web', 'wide'],
  ['IMAGES', 'nginx:1.25', 'wide'],
];

export const batchSamples: Samples = {
  'jobs.batch': {
    object: { spec: { ...SPEC, completions: 3 } },
    columns: [
      NAME,
      ['STATUS', 'Running'],
      ['COMPLETIONS', '0/3'],
      ['DURATION', ''],
      SINCE,
      ...CONTAINERS,
      ['SELECTOR', /^batch\.kubernetes\.io\/controller-uid=[0-9a-f-]{36}$/, 'wide'],
    ],
    described: /^Parallelism: +1$/m,
    applied: {
      spec: {
        ...APPLIED,
        completions: 2,
        completionMode: 'Indexed',
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
        successPolicy: { rules: [{ succeededIndexes: '0' }] },
      },
    },
  },
  'cronjobs.batch': {
    object: { spec: { schedule: '@hourly', jobTemplate: { spec: SPEC } } },
    columns: [
      NAME,
      ['SCHEDULE', '@hourly'],
      ['TIMEZONE', '<none>'],
      ['SUSPEND', 'False'],
      ['ACTIVE', '0'],
      ['LAST SCHEDULE', '<none>'],
      SINCE,
      ...CONTAINERS,
      ['SELECTOR', '<none>', 'wide'],
    ],
    described: /^Schedule: +@hourly$/m,
    describedByNewOnly: true,
    applied: { spec: { schedule: '5 4 * * *', timeZone: 'Europe/Berlin', jobTemplate: { spec: APPLIED } } },
  },
};
