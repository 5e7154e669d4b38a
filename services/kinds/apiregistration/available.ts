import type {
  APIService,
  APIServiceCondition,
  APIServiceStatus,
} from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { setCondition } from '../definition/set-condition.js';

/** Availability of the server of a group version: the condition Available without type and time. */
export interface Availability {
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** Availability of group versions that the API server serves itself. */
export const LOCAL: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
};

/** Availability of an extension API server that passes all checks. */
export const PASSED: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' };

export function availableCondition({ status }: Pick<APIService, 'status'>): APIServiceCondition | undefined {
  return status.conditions?.find(({ type }) => type === 'Available');
}

/** The status with the condition, whose time (RFC 3339) is that of the last change of its status. */
export function withAvailable(status: APIServiceStatus, available: Availability, now: string): APIServiceStatus {
  const { conditions = [] } = status;
  return { ...status, conditions: setCondition(conditions, { type: 'Available', ...available }, now) };
}
