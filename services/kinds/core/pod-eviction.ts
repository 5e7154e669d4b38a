import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DeleteOptions } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { Eviction, PodDisruptionBudget } from '@pilothouse/apimachinery/generated/policy/v1.js';
import { deepCopy, newObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { badRequest, conflict, invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ObjectAction, ObjectActionCall } from '../definition/action.js';
import { validateDeleteOptions } from '../definition/delete-options.js';
import { successStatus } from '../definition/success.js';
import { allowsUnhealthy, disrupted, protects, unobserved } from '../policy/disruption.js';
import { setCondition } from '../definition/set-condition.js';

const PODS = { group: '', resource: 'pods' };
const BUDGETS = { group: 'policy', resource: 'poddisruptionbudgets' };
const ENDED = ['Succeeded', 'Failed'];
/** How often the deletion of a pod is attempted that changes at the same time. */
const ATTEMPTS = 20;
const SEVERAL = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';

/**
 * Evicts a pod: deletes it if its PodDisruptionBudget allows it. Throws 404; 409 if a precondition does not hold; 429 if
 * the budget does not allow the disruption; 500 if the pod has several budgets.
 */
export const evictPod: ObjectAction = async (call) => {
  const { object, namespace, domain, target } = call;
  await target.mutate();
  const { name: named = '', namespace: placed = namespace } = metadataOf(object);
  if (named !== target.name) throw badRequest('name in URL does not match name in Eviction object');
  if (placed !== namespace) throw badRequest('namespace in URL does not match namespace in Eviction object');
  const { deleteOptions = newObject() } = object as Eviction;
  const errors = validateDeleteOptions(deleteOptions);
  if (errors.length > 0) throw invalidObject({ group: domain.group('meta'), kind: 'DeleteOptions' }, '', errors);
  await target.validate();
  const pod = await deleteUnprotected(call, deleteOptions);
  if (pod !== undefined) await deleteProtected(call, deleteOptions, pod);
  return successStatus();
};

/** Deletes a pod that no budget protects: one that has ended, has not begun or is terminating. Returns any other. */
async function deleteUnprotected(call: ObjectActionCall, options: DeleteOptions): Promise<Pod | undefined> {
  for (let attempt = 1; ; attempt++) {
    const pod = (await call.read(PODS, call.target.name)) as Pod;
    const { phase = 'Pending' } = pod.status;
    const { deletionTimestamp, uid } = pod.metadata;
    const hasEnded = ENDED.includes(phase) || deletionTimestamp !== undefined;
    if (!hasEnded && phase !== 'Pending') return pod;
    // A pod that becomes ready in the meantime needs a budget.
    const pinned = hasEnded ? options : asRead(pod, options);
    try {
      await deletePod(call, pinned);
      return undefined;
    } catch (error) {
      const { uid: wanted = uid } = options.preconditions ?? {};
      const canRetry = pinned !== options && wanted === uid && attempt < ATTEMPTS;
      if (!(canRetry && isConflict(error))) throw error;
    }
  }
}

async function deleteProtected(call: ObjectActionCall, options: DeleteOptions, pod: Pod): Promise<void> {
  const all = (await call.list(BUDGETS)) as PodDisruptionBudget[];
  const [budget, ...others] = all.filter((each) => protects(each, pod));
  if (budget === undefined) return deletePod(call, options);
  if (others.length > 0) throw new StatusError('InternalError', SEVERAL, { withoutReason: true });
  const { name = '' } = budget.metadata;
  if (isReady(pod) || !allowsUnhealthy(budget)) {
    await countDisruption(call, options, budget);
    return deletePod(call, options);
  }
  const pinned = asRead(pod, options);
  try {
    await deletePod(call, pinned);
  } catch (error) {
    // The pod may have become ready.
    throw pinned !== options && isConflict(error) ? unobserved(name) : error;
  }
}

/** Counts the disruption in the status of the budget. Two evictions cannot count the same one. */
async function countDisruption(
  call: ObjectActionCall,
  options: DeleteOptions,
  budget: PodDisruptionBudget,
): Promise<void> {
  const count = (live: PodDisruptionBudget): PodDisruptionBudget =>
    disrupted(live, call.target.name, timestamp(call.services.now()));
  if (isDry(call, options)) return void count(budget);
  const target = call.targetOf(BUDGETS, 'status', budget.metadata.name ?? '');
  await target.update((live) => count(live as PodDisruptionBudget));
}

/** Marks the pod as evicted and deletes it. Throws 409 if a precondition does not hold. */
async function deletePod(call: ObjectActionCall, options: DeleteOptions): Promise<void> {
  const { target, services } = call;
  if (isDry(call, options)) return target.delete(options);
  const { preconditions } = options;
  const now = timestamp(services.now());
  const marked = await target.update((live) => {
    refuseOther(live as Pod, preconditions);
    return withDisruption(live as Pod, now);
  });
  const { resourceVersion } = metadataOf(marked);
  const isPinned = preconditions?.resourceVersion !== undefined && resourceVersion !== undefined;
  const current = isPinned ? { ...options, preconditions: { ...preconditions, resourceVersion } } : options;
  await target.delete(current);
}

function isDry({ dryRun }: ObjectActionCall, options: DeleteOptions): boolean {
  return dryRun || (options.dryRun ?? []).length > 0;
}

function refuseOther({ metadata }: Pod, { uid, resourceVersion }: DeleteOptions['preconditions'] = {}): void {
  const { name = '', uid: liveUid = '', resourceVersion: liveVersion = '' } = metadata;
  const refuse = (what: string, given: string, live: string, why: string): never => {
    const text = `the ${what} in the precondition (${given}) does not match the ${what} in record (${live}). ${why}`;
    throw conflict({ group: '', resource: 'Pod' }, name, text);
  };
  if (uid !== undefined && uid !== liveUid) {
    refuse('UID', uid, liveUid, 'The object might have been deleted and then recreated');
  }
  if (resourceVersion !== undefined && resourceVersion !== liveVersion) {
    refuse('ResourceVersion', resourceVersion, liveVersion, 'The object might have been modified');
  }
}

function withDisruption(live: Pod, now: string): Pod {
  const pod = deepCopy(live);
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  pod.status.conditions = setCondition(pod.status.conditions ?? [], condition, now);
  return pod;
}

/** The options with the version of the pod as a precondition, unless the client has given one. */
function asRead({ metadata }: Pod, options: DeleteOptions): DeleteOptions {
  const { resourceVersion } = metadata;
  if (options.preconditions?.resourceVersion !== undefined || resourceVersion === undefined) return options;
  return { ...options, preconditions: { ...options.preconditions, resourceVersion } };
}

function isReady({ status: { conditions = [] } }: Pod): boolean {
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}

function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'Conflict';
}
