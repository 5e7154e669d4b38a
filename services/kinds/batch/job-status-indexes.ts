import type { Job, JobStatus } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { commonIndex, parseIndexes } from './job-indexes.js';

const COMPLETED = 'status.completedIndexes';
const FAILED = 'status.failedIndexes';

/** Validates the completed and failed indexes in a status, if they have changed. */
export function validateIndexes({ spec, status }: Job, old: JobStatus): FieldError[] {
  const { completions, completionMode, backoffLimitPerIndex } = spec;
  const { completedIndexes: completed = '', failedIndexes: failed } = status;
  const isCompletedChanged = completed !== (old.completedIndexes ?? '');
  const isFailedChanged = failed !== old.failedIndexes;
  const errors: FieldError[] = [];
  const refuse = (field: string, value: string, text: string): void => void errors.push(invalid(field, value, text));
  if (isCompletedChanged && completions !== undefined) {
    const parsed = parseIndexes(completed, completions);
    if (!parsed.ok) refuse(COMPLETED, completed, `error parsing completedIndexes: ${parsed.problem}`);
  }
  if (isFailedChanged && failed !== undefined && completions !== undefined && backoffLimitPerIndex !== undefined) {
    const parsed = parseIndexes(failed, completions);
    if (!parsed.ok) refuse(FAILED, failed, `error parsing failedIndexes: ${parsed.problem}`);
  }
  if (isCompletedChanged && completed !== '' && completionMode !== 'Indexed') {
    refuse(COMPLETED, completed, 'cannot set non-empty completedIndexes when non-indexed completion mode');
  }
  if (isFailedChanged && failed !== undefined && backoffLimitPerIndex === undefined) {
    refuse(FAILED, failed, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null');
  }
  if ((isCompletedChanged || isFailedChanged) && failed !== undefined && completions !== undefined) {
    const index = commonIndex(completed, failed, completions);
    if (index !== undefined) refuse(FAILED, failed, `failedIndexes and completedIndexes overlap at index: ${index}`);
  }
  return errors;
}
