import type { Eviction } from '@pilothouse/apimachinery/generated/policy/v1.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { badRequest, invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { deleteObject } from '../../registry/delete.js';
import { NO_ADMISSION } from '../../registry/write.js';
import { admissionFor } from '../../endpoints/admission.js';
import { deletionOf, validateDeleteOptions } from '../../endpoints/options/delete-options.js';
import type { Action } from '../../endpoints/scope.js';
import { successStatus } from '../../endpoints/success.js';

/**
 * Deletes a pod as whoever drains a node does. No policy protects pods here: there are no disruption budgets. Throws 404,
 * and 409 where the pod is not the one that is meant.
 */
export const evictPod: Action = async (scope, context, request, { object, dryRun }) => {
  const { namespace, name } = request;
  const { name: named = '', namespace: placed = namespace } = metadataOf(object);
  if (named !== name) throw badRequest('name in URL does not match name in Eviction object');
  if (placed !== namespace) throw badRequest('namespace in URL does not match namespace in Eviction object');
  const hooks = admissionFor(scope, context, request, { operation: 'CREATE', dryRun });
  await hooks.mutate(object, undefined);
  const { deleteOptions = {} } = object as Eviction;
  const errors = validateDeleteOptions(deleteOptions);
  if (errors.length > 0) throw invalidObject({ group: scope.metaGroup, kind: 'DeleteOptions' }, '', errors);
  await hooks.validate(object, undefined);
  await deleteObject(scope.resource, {
    namespace,
    name,
    dryRun: dryRun || (deleteOptions.dryRun ?? []).length > 0,
    preconditions: deleteOptions.preconditions ?? {},
    deletion: deletionOf(deleteOptions),
    signal: context.signal,
    // Admission has seen the eviction.
    admission: NO_ADMISSION,
  });
  return successStatus();
};
