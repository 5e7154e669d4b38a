import {
  cronJobNames,
  cronJobSchema,
  type CronJob,
  type CronJobSpec,
  type JobTemplateSpec,
} from '@pilothouse/apimachinery/generated/batch/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { invalid, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';
import { dropDisabledFields } from '../core/pod/disabled-fields.js';
import { containerNames, imagesOf, selectorText } from '../core/pod/template-columns.js';
import { nameWarnings } from '../core/pod/warnings.js';
import {
  AGE_COLUMN,
  NAME_COLUMN,
  age,
  booleanColumn,
  numberColumn,
  textColumn,
  wideColumn,
} from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import type { ErrorOrder } from '../definition/error-order.js';
import { subdomainName } from '../definition/names.js';
import { notNegative } from '../definition/numbers.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';
import { JOB_ERRORS, validateJobSpec } from './job-rules.js';
import { jobWarnings } from './job-warnings.js';
import { scheduleProblem } from './schedule.js';
import { timeZoneProblem } from './time-zones.js';

export const cronJobs: ResourceDefinition<CronJob> = {
  group: 'batch',
  versions: [{ name: 'v1', schema: cronJobSchema }],
  ...cronJobNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    textColumn('Schedule', 'Schedule in the form of cron.', ({ spec }) => spec.schedule),
    textColumn('Timezone', 'Time zone of the schedule.', ({ spec }) => spec.timeZone ?? '<none>'),
    booleanColumn('Suspend', 'Whether further Jobs are suspended.', ({ spec }) =>
      spec.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False',
    ),
    numberColumn('Active', 'Number of Jobs that run.', ({ status }) => (status.active ?? []).length),
    textColumn('Last Schedule', 'Time since a Job was last scheduled.', ({ status: { lastScheduleTime } }, now) =>
      lastScheduleTime === undefined ? '<none>' : age(lastScheduleTime, now),
    ),
    AGE_COLUMN,
    wideColumn('Containers', 'Names of the containers in the template.', ({ spec }) => containerNames(podsOf(spec))),
    wideColumn('Images', 'Images of the containers in the template.', ({ spec }) => imagesOf(podsOf(spec))),
    wideColumn('Selector', 'Selects the pods.', ({ spec }) => selectorText(spec.jobTemplate.spec.selector)),
  ],
  selectableFields: {},
  setDefaults: ({ spec }) => setPodSpecDefaults(podsOf(spec).spec),
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate(cronJob) {
      cronJob.status = newObject();
      cronJob.metadata.generation = 1;
      dropDisabledFields(podsOf(cronJob.spec).spec);
    },
    prepareForUpdate(cronJob, old) {
      cronJob.status = old.status;
      dropDisabledFields(podsOf(cronJob.spec).spec, podsOf(old.spec).spec);
      countGeneration(cronJob, old, !isSame(cronJob.spec, old.spec));
    },
    errorOrder: errorOrder(),
    validate: (cronJob, old) => [
      ...validateSpec(cronJob.spec, old?.spec),
      ...(old === undefined ? validateName(cronJob) : []),
    ],
    warnings: ({ metadata, spec }, old) => [
      ...(old === undefined ? nameWarnings({ metadata }, 'Pod names and hostnames') : []),
      ...(metadata.generation === old?.metadata.generation
        ? []
        : jobWarnings(spec.jobTemplate.spec, 'spec.jobTemplate.spec')),
      ...(old !== undefined && hasTimeZone(spec) ? [ZONE_WARNING] : []),
    ],
    resetFields: STATUS,
    createOnUpdate: false,
    deleteReturns: 'status',
  },
  subresources: { status: statusPart },
};

/** The spec of a Job in the template is ordered as that of a Job. */
function errorOrder(): ErrorOrder {
  const { spec = [] } = JOB_ERRORS.order ?? {};
  const before = ['schedule', 'startingDeadlineSeconds', 'timeZone', 'concurrencyPolicy', 'jobTemplate'];
  const after = ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'];
  return { ...JOB_ERRORS, order: { ...JOB_ERRORS.order, spec: [...before, ...spec, ...after] } };
}

function podsOf({ jobTemplate }: CronJobSpec) {
  return jobTemplate.spec.template;
}

const MAX_NAME_LENGTH = 52;

/** The names of the Jobs have 11 more characters. */
function validateName({ metadata: { name = '' } }: CronJob): FieldError[] {
  if (name.length <= MAX_NAME_LENGTH) return [];
  return [invalid('metadata.name', name, `must be no more than ${MAX_NAME_LENGTH} characters`)];
}

function validateSpec(spec: CronJobSpec, old: CronJobSpec | undefined): FieldError[] {
  const { timeZone, startingDeadlineSeconds, successfulJobsHistoryLimit, failedJobsHistoryLimit } = spec;
  return [
    ...validateSchedule(spec, old),
    ...notNegative(startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
    ...(timeZone === undefined || timeZone === old?.timeZone ? [] : validateTimeZone(timeZone)),
    ...validateTemplate(spec.jobTemplate, 'spec.jobTemplate.spec'),
    ...notNegative(successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
    ...notNegative(failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
  ];
}

const ZONE_WARNING =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ' +
  'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

function hasTimeZone({ schedule }: CronJobSpec): boolean {
  return schedule.includes('TZ');
}

/** A time zone in the schedule is tolerated if the old schedule has one. */
function validateSchedule(spec: CronJobSpec, old: CronJobSpec | undefined): FieldError[] {
  const { schedule, timeZone } = spec;
  if (schedule === '') return [];
  const field = 'spec.schedule';
  const problem = scheduleProblem(schedule);
  const errors = problem === undefined ? [] : [invalid(field, schedule, problem)];
  if (!hasTimeZone(spec)) return errors;
  if (old === undefined || !hasTimeZone(old)) {
    const text = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    errors.push(invalid(field, schedule, text));
  } else if (timeZone !== undefined) {
    errors.push(invalid(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  }
  return errors;
}

function validateTimeZone(name: string): FieldError[] {
  const refuse = (text: string): FieldError => invalid('spec.timeZone', name, text);
  if (name === '') return [refuse('timeZone must be nil or non-empty string')];
  const isPart = (part: string): boolean =>
    !['.', '..'].includes(part) && /^[A-Za-z._0-9+][A-Za-z._\-0-9+]{0,13}$/.test(part);
  if (!name.split('/').every(isPart)) return [refuse(`unknown time zone ${name}`)];
  const explicit = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  const problem = timeZoneProblem(name);
  return [
    ...(name.toLowerCase() === 'local' ? [refuse(explicit)] : []),
    ...(problem === undefined ? [] : [refuse(problem)]),
  ];
}

/** The server sets the selectors of the Jobs. */
function validateTemplate({ spec }: JobTemplateSpec, path: string): FieldError[] {
  const { selector, manualSelector } = spec;
  const errors = validateJobSpec(spec, path);
  if (selector !== undefined) {
    errors.push(invalid(`${path}.selector`, selector, '`selector` will be auto-generated'));
  }
  if (manualSelector === true) {
    errors.push(notSupported(`${path}.manualSelector`, manualSelector, ['nil', 'false']));
  }
  return errors;
}
