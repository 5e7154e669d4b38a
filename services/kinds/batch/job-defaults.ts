import type { Job, JobSpec } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { setPodSpecDefaults } from '../core/pod/defaults.js';

const UNLIMITED = 2_147_483_647;

/** Sets the defaults of a Job (Kubernetes' SetDefaults_Job). Jobs in the template of a CronJob get none of these. */
export function setJobDefaults(job: Job): void {
  setDefaultLabels(job);
  setSpecDefaults(job.spec);
  setPodSpecDefaults(job.spec.template.spec);
}

function setSpecDefaults(spec: JobSpec): void {
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : UNLIMITED;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  spec.manualSelector ??= false;
}

/** Without labels of its own, a Job has those of its pods. */
function setDefaultLabels({ metadata, spec }: Job): void {
  const { labels } = spec.template.metadata;
  if (labels === undefined || Object.keys(metadata.labels ?? {}).length > 0) return;
  metadata.labels = Object.assign(newObject(), labels);
}
