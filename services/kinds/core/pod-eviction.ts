import type { Eviction } from '@pilothouse/apimachinery/generated/policy/v1.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { ObjectAction } from '../definition/action.js';
import { validateDeleteOptions } from '../definition/delete-options.js';
import { successStatus } from '../definition/success.js';

/**
 * Evicts a pod: deletes it for a drain of its node. PodDisruptionBudgets are not served. Throws 404, and 409 if a
 * precondition does not hold.
 */
export const evictPod: ObjectAction = async ({ object, namespace, domain, target }) => {
  const { name: named = '', namespace: placed = namespace } = metadataOf(object);
  if (named !== target.name) throw badRequest('name in URL does not match name in Eviction object');
  if (placed !== namespace) throw badRequest('namespace in URL does not match namespace in Eviction object');
  await target.mutate();
  const { deleteOptions = {} } = object as Eviction;
  const errors = validateDeleteOptions(deleteOptions);
  if (errors.length > 0) throw invalidObject({ group: domain.group('meta'), kind: 'DeleteOptions' }, '', errors);
  await target.validate();
  await target.delete(deleteOptions);
  return successStatus();
};
