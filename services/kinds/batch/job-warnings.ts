import type { JobSpec } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { fieldPath } from '@pilothouse/apimachinery/status/field-error.js';
import { podWarnings } from '../core/pod/warnings.js';

const MANY_COMPLETIONS = 100_000;
const MUCH_PARALLELISM = 10_000;
const UNTRACKED =
  'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might ' +
  'not be able to track completedIndexes when a big number of indexes fail';

/** Warnings for the spec of a Job (Kubernetes' WarningsForJobSpec). */
export function jobWarnings(spec: JobSpec, path: string): string[] {
  const { completionMode, completions = 0, parallelism = 0, template } = spec;
  const isUntracked = completionMode === 'Indexed' && completions > MANY_COMPLETIONS && parallelism > MUCH_PARALLELISM;
  return [...(isUntracked ? [`${path}: ${UNTRACKED}`] : []), ...podWarnings(template, fieldPath(path, 'template'))];
}
