import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@pilothouse/apimachinery/generated/policy/v1.js';
import { deepCopy, newObject } from '@pilothouse/apimachinery/json/value.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { setCondition } from '../definition/set-condition.js';

const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget.";
/** Maximum number of evictions that the controller has not yet observed. */
const MAX_DISRUPTED = 2000;
const RETRY_SECONDS = 10;

/** Whether the budget selects the pod. An invalid selector selects none. */
export function protects({ spec: { selector } }: PodDisruptionBudget, { metadata }: Pod): boolean {
  if (selector === undefined) return false;
  const result = selectorFromObject(selector, '');
  return result.ok && result.selector.matches(metadata.labels ?? {});
}

/** Whether a pod that is not ready can be evicted, which does not count as a disruption. */
export function allowsUnhealthy({ spec, status }: PodDisruptionBudget): boolean {
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

/**
 * The budget after the eviction of the pod, at `now`. Throws 429 if it allows no disruption or its status is out of
 * date, and 403 if its status is invalid (Kubernetes' checkAndDecrement).
 */
export function disrupted(budget: PodDisruptionBudget, pod: string, now: string): PodDisruptionBudget {
  const { metadata, status } = budget;
  const { name = '', generation = 0 } = metadata;
  const { observedGeneration = 0, disruptionsAllowed, disruptedPods = {} } = status;
  if (observedGeneration < generation) throw unobserved(name);
  if (disruptionsAllowed < 0) throw forbidden(name, 'pdb disruptions allowed is negative');
  if (Object.keys(disruptedPods).length > MAX_DISRUPTED) {
    throw forbidden(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (disruptionsAllowed === 0) throw refused(reasonOf(name, status));
  const changed = deepCopy(budget);
  changed.status.disruptionsAllowed = disruptionsAllowed - 1;
  changed.status.disruptedPods = Object.assign(newObject(), disruptedPods, { [pod]: now });
  if (disruptionsAllowed === 1) changed.status.conditions = exhausted(status, now);
  return changed;
}

/** The conditions once no further disruption is allowed. */
function exhausted({ conditions = [], observedGeneration }: PodDisruptionBudgetStatus, now: string): Condition[] {
  const condition: Condition = Object.assign(newObject(), {
    type: 'DisruptionAllowed',
    status: 'False',
    ...(observedGeneration !== undefined && { observedGeneration }),
    // Set by setCondition; the type requires it.
    lastTransitionTime: now,
    reason: 'InsufficientPods',
    message: '',
  });
  return setCondition(conditions, condition, now);
}

function disruptionAllowed(conditions: readonly Condition[]): Condition | undefined {
  return conditions.find(({ type }) => type === 'DisruptionAllowed');
}

function reasonOf(name: string, status: PodDisruptionBudgetStatus): string {
  const { conditions = [], currentHealthy, desiredHealthy } = status;
  const condition = disruptionAllowed(conditions);
  const { reason = '', message = '' } = condition?.status === 'False' ? condition : {};
  const budget = `The disruption budget ${name}`;
  if (message !== '' && reason === 'SyncFailed') {
    return `${budget} does not allow evicting pods currently because it failed sync: ${message}`;
  }
  if (currentHealthy <= desiredHealthy) {
    return `${budget} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  const refusal = `${budget} does not allow evicting pods currently`;
  return message === '' ? refusal : `${refusal} (${reason}): ${message}`;
}

/** 429: the status of the budget, or the pod, has changed in the meantime. */
export function unobserved(name: string): StatusError {
  return refused(`The disruption budget ${name} is still being processed by the server.`, RETRY_SECONDS);
}

function refused(message: string, retryAfterSeconds?: number): StatusError {
  const causes = [{ reason: 'DisruptionBudget', message }];
  return new StatusError('TooManyRequests', REFUSED, {
    details: { causes, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  });
}

function forbidden(name: string, why: string): StatusError {
  return new StatusError('Forbidden', `poddisruptionbudget.policy ${JSON.stringify(name)} is forbidden: ${why}`, {
    details: { name, group: 'policy', kind: 'poddisruptionbudget' },
  });
}
