import type { Job, JobStatus, UncountedTerminatedPods } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidWhole,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { immutable } from '../definition/immutable.js';
import { notNegative } from '../definition/numbers.js';
import { isConditionFalse, isConditionTrue, isFinished, type JobConditionType } from './job-conditions.js';
import { validateIndexes } from './job-status-indexes.js';

const COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const;
const CONDITIONS = 'status.conditions';

/**
 * Validates a change of the status (Kubernetes' ValidateJobUpdateStatus). Most rules apply only if a field that they
 * name has changed, since a change of the spec can make a status invalid.
 */
export function validateJobStatus(job: Job, old: Job): FieldError[] {
  return [
    ...COUNTS.flatMap((name) => notNegative(job.status[name], `status.${name}`)),
    ...validateUncounted(job.status.uncountedTerminatedPods ?? {}),
    ...validateEnd(job, old),
    ...validateIndexes(job, old.status),
    ...validatePods(job.status, old.status),
    ...validateSuccess(job),
    ...validateTransition(job, old),
  ];
}

/** Names of fields, or types of conditions that became true or stopped to be. */
type Change = keyof JobStatus | { readonly condition: JobConditionType } | 'finished';

function changesBetween(status: JobStatus, old: JobStatus): (...changes: readonly Change[]) => boolean {
  const isChanged = (change: Change): boolean => {
    if (change === 'finished') return isFinished(status) !== isFinished(old);
    if (typeof change === 'string') return !isSame(status[change], old[change]);
    return isConditionTrue(status, change.condition) !== isConditionTrue(old, change.condition);
  };
  return (...changes) => changes.some(isChanged);
}

function validateUncounted(pods: UncountedTerminatedPods): FieldError[] {
  const seen = new Set<string>();
  return (['succeeded', 'failed'] as const).flatMap((name) =>
    eachError(pods[name] ?? [], (uid, index) => {
      const field = keyPath(fieldPath('status.uncountedTerminatedPods', name), index);
      if (uid === '') return [invalid(field, uid, 'must not be empty')];
      if (seen.has(uid)) return [duplicate(field, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

/** Conditions and times of a Job that ends. */
function validateEnd({ spec, status }: Job, { status: old }: Job): FieldError[] {
  const { startTime, completionTime, active = 0, uncountedTerminatedPods } = status;
  const isTrue = (condition: JobConditionType) => isConditionTrue(status, condition);
  const isChanged = changesBetween(status, old);
  const [complete, failed] = [{ condition: 'Complete' } as const, { condition: 'Failed' } as const];
  const errors: FieldError[] = [];
  if (isChanged(complete, failed) && isTrue('Complete') && isTrue('Failed')) {
    errors.push(invalidWhole(CONDITIONS, 'cannot set Complete=True and Failed=true conditions'));
  }
  if (isChanged(complete, { condition: 'FailureTarget' }) && isTrue('Complete') && isTrue('FailureTarget')) {
    errors.push(invalidWhole(CONDITIONS, 'cannot set Complete=True and FailureTarget=true conditions'));
  }
  if (isChanged(complete, 'completionTime')) {
    const field = 'status.completionTime';
    if (completionTime !== undefined && !isTrue('Complete')) {
      const text = 'cannot set completionTime when there is no Complete=True condition';
      errors.push(invalid(field, completionTime, text));
    }
    if (completionTime === undefined && isTrue('Complete')) {
      errors.push(required(field, 'completionTime is required for Complete jobs'));
    }
  }
  if (isChanged('startTime', 'completionTime') && startTime !== undefined && completionTime !== undefined) {
    const text = 'must be equal to or after `startTime`';
    const isBefore = Date.parse(completionTime) < Date.parse(startTime);
    if (isBefore) errors.push(invalid('status.completionTime', completionTime, text));
  }
  if (isChanged(failed, 'failedIndexes') && isTrue('Failed') && !isTrue('FailureTarget')) {
    const text = 'cannot set Failed=True condition without the FailureTarget=true condition';
    errors.push(invalidWhole(CONDITIONS, text));
  }
  if (isChanged(complete, { condition: 'SuccessCriteriaMet' }) && isTrue('Complete') && !isTrue('SuccessCriteriaMet')) {
    const text = 'cannot set Complete=True condition without the SuccessCriteriaMet=true condition';
    errors.push(invalidWhole(CONDITIONS, text));
  }
  if (!isFinished(status)) return errors;
  if (isChanged('finished', 'active') && active > 0) {
    errors.push(invalid('status.active', active, 'active>0 is invalid for finished job'));
  }
  const neverStarts = spec.suspend === true && spec.completions === 0;
  if (isChanged('finished', 'startTime') && !neverStarts && startTime === undefined) {
    errors.push(required('status.startTime', 'startTime is required for finished job'));
  }
  const { succeeded: ended = [], failed: broken = [] } = uncountedTerminatedPods ?? {};
  if (isChanged('finished', 'uncountedTerminatedPods') && ended.length + broken.length > 0) {
    const value = { succeeded: ended, failed: broken };
    errors.push(invalid('status.uncountedTerminatedPods', value, 'must be empty for finished job'));
  }
  return errors;
}

function validatePods(status: JobStatus, old: JobStatus): FieldError[] {
  const { active = 0, ready = 0, terminating = 0 } = status;
  const isChanged = changesBetween(status, old);
  const errors: FieldError[] = [];
  if (isChanged('finished', 'terminating') && terminating > 0 && isFinished(status)) {
    errors.push(invalid('status.terminating', terminating, 'terminating>0 is invalid for finished job'));
  }
  if (isChanged('ready', 'active') && ready > active) {
    errors.push(invalid('status.ready', ready, 'cannot set more ready pods than active'));
  }
  return errors;
}

function validateSuccess({ spec, status }: Job): FieldError[] {
  const isTrue = (condition: JobConditionType) => isConditionTrue(status, condition);
  const errors: FieldError[] = [];
  if (isTrue('SuccessCriteriaMet') && isTrue('Failed')) {
    errors.push(invalidWhole(CONDITIONS, 'cannot set SuccessCriteriaMet=True and Failed=true conditions'));
  }
  if (isTrue('SuccessCriteriaMet') && isTrue('FailureTarget')) {
    errors.push(invalidWhole(CONDITIONS, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'));
  }
  if (spec.successPolicy !== undefined && !isTrue('SuccessCriteriaMet') && isTrue('Complete')) {
    const text = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True';
    errors.push(invalidWhole(CONDITIONS, text));
  }
  return errors;
}

const TERMINAL = ['Failed', 'Complete', 'FailureTarget'] as const;

/** A Job that has ended does not start again, and its counters do not decrease. */
function validateTransition({ spec, status }: Job, { status: old }: Job): FieldError[] {
  const wasTrue = (condition: JobConditionType) => isConditionTrue(old, condition);
  const isTrue = (condition: JobConditionType) => isConditionTrue(status, condition);
  const { succeeded = 0, failed = 0, startTime, completionTime } = status;
  const errors: FieldError[] = TERMINAL.filter((type) => wasTrue(type) && !isTrue(type)).map((type) =>
    invalidWhole(CONDITIONS, `cannot disable the terminal ${type}=True condition`),
  );
  if (failed < (old.failed ?? 0)) {
    errors.push(invalid('status.failed', failed, 'cannot decrease the failed counter'));
  }
  // The pods of an indexed Job can be scaled down.
  const isElastic = spec.completionMode === 'Indexed' && spec.completions === spec.parallelism;
  if (!isElastic && succeeded < (old.succeeded ?? 0)) {
    errors.push(invalid('status.succeeded', succeeded, 'cannot decrease the succeeded counter'));
  }
  if (completionTime !== undefined && old.completionTime !== undefined && completionTime !== old.completionTime) {
    errors.push(immutable('status.completionTime', completionTime));
  }
  const isResumed = wasTrue('Suspended') && isConditionFalse(status, 'Suspended');
  if (old.startTime !== undefined && startTime !== old.startTime && spec.suspend !== true && !isResumed) {
    const text = 'field is immutable for unsuspended job once set';
    errors.push(invalid('status.startTime', startTime ?? null, text));
  }
  if (wasTrue('SuccessCriteriaMet') && !isTrue('SuccessCriteriaMet')) {
    errors.push(invalidWhole(CONDITIONS, 'cannot disable the SuccessCriteriaMet=True condition'));
  }
  if (wasTrue('Complete') && !wasTrue('SuccessCriteriaMet') && isTrue('SuccessCriteriaMet')) {
    const text = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
    errors.push(invalidWhole(CONDITIONS, text));
  }
  return errors;
}
