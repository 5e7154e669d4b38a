import type { JobStatus } from '@pilothouse/apimachinery/generated/batch/v1.js';

export type JobConditionType = 'Complete' | 'Failed' | 'Suspended' | 'FailureTarget' | 'SuccessCriteriaMet';

/** Whether the status has the condition with the status `True`. */
export function isConditionTrue(status: JobStatus, type: JobConditionType): boolean {
  return hasCondition(status, type, 'True');
}

/** Whether the status has the condition with the status `False`. */
export function isConditionFalse(status: JobStatus, type: JobConditionType): boolean {
  return hasCondition(status, type, 'False');
}

function hasCondition({ conditions = [] }: JobStatus, type: JobConditionType, status: 'True' | 'False'): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === status);
}

/** Whether the Job has ended. */
export function isFinished(status: JobStatus): boolean {
  return isConditionTrue(status, 'Complete') || isConditionTrue(status, 'Failed');
}
