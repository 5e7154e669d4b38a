import { jobNames, jobSchema, type Job } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { dropDisabledFields } from '../core/pod/disabled-fields.js';
import { CONTAINER_COLUMNS, SELECTOR_COLUMN } from '../core/pod/template-columns.js';
import { nameWarnings } from '../core/pod/warnings.js';
import { AGE_COLUMN, NAME_COLUMN, textColumn } from '../definition/columns.js';
import { countGeneration } from '../definition/count-generation.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { humanDuration } from '../definition/duration.js';
import { subdomainName } from '../definition/names.js';
import { STATUS } from '../definition/reset.js';
import { statusPart } from '../definition/status-part.js';
import { isConditionTrue, type JobConditionType } from './job-conditions.js';
import { setJobDefaults } from './job-defaults.js';
import { JOB_ERRORS, validateHostNames, validateJobSelector, validateJobSpec } from './job-rules.js';
import { generateSelector, validateGeneratedSelector } from './job-selector.js';
import { validateJobStatus } from './job-status.js';
import { validateJobUpdate } from './job-update.js';
import { jobWarnings } from './job-warnings.js';

export const jobs: ResourceDefinition<Job> = {
  group: 'batch',
  versions: [{ name: 'v1', schema: jobSchema }],
  ...jobNames,
  verbs: ALL_VERBS,
  columns: [
    NAME_COLUMN,
    textColumn('Status', 'State of the Job.', stateOf),
    textColumn('Completions', 'Number of pods that have succeeded, and the number of pods that must.', completionsOf),
    textColumn('Duration', 'Time since the start, or from the start to the completion.', durationOf),
    AGE_COLUMN,
    ...CONTAINER_COLUMNS,
    SELECTOR_COLUMN,
  ],
  selectableFields: { 'status.successful': { value: ({ status }) => String(status.succeeded ?? 0) } },
  setDefaults: setJobDefaults,
  strategy: {
    nameErrors: subdomainName,
    prepareForCreate(job) {
      const { labels = {} } = job.spec.template.metadata;
      const isDefault = isSame(job.metadata.labels ?? {}, labels);
      generateSelector(job);
      // The labels default from the template, with those that the server has added there.
      if (isDefault) job.metadata.labels = Object.assign(newObject(), job.spec.template.metadata.labels);
      job.status = newObject();
      job.metadata.generation = 1;
      dropDisabledFields(job.spec.template.spec);
    },
    prepareForUpdate(job, old) {
      job.status = old.status;
      dropDisabledFields(job.spec.template.spec, old.spec.template.spec);
      countGeneration(job, old, !isSame(job.spec, old.spec));
    },
    errorOrder: JOB_ERRORS,
    validate: (job, old) => [
      ...validateGeneratedSelector(job, old),
      ...validateJobSpec(job.spec, 'spec'),
      ...validateJobSelector(job.spec),
      ...validateHostNames(job),
      ...(old === undefined ? [] : validateJobUpdate(job, old)),
    ],
    warnings: (job, old) => [
      ...(old === undefined ? nameWarnings(job, 'Pod names and hostnames') : []),
      ...(job.metadata.generation === old?.metadata.generation ? [] : jobWarnings(job.spec, 'spec')),
    ],
    resetFields: STATUS,
    createOnUpdate: false,
    deleteReturns: 'status',
    orphansDependents: {
      warning:
        'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them ' +
        'or set propagationPolicy=Orphan to suppress this warning',
    },
  },
  subresources: { status: { ...statusPart, validate: validateJobStatus } },
};

const STATES: readonly JobConditionType[] = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

function stateOf({ metadata, status }: Job): string {
  const isTrue = (type: JobConditionType) => isConditionTrue(status, type);
  const ended = (['Complete', 'Failed'] as const).find(isTrue);
  if (ended !== undefined) return ended;
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return STATES.find(isTrue) ?? 'Running';
}

function completionsOf({ spec, status }: Job): string {
  const { completions, parallelism = 0 } = spec;
  const { succeeded = 0 } = status;
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationOf({ status: { startTime, completionTime } }: Job, now: Date): string {
  if (startTime === undefined) return '';
  const end = completionTime === undefined ? now.getTime() : Date.parse(completionTime);
  return humanDuration((end - Date.parse(startTime)) / 1000);
}
