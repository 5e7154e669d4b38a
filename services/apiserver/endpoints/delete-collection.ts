import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { deleteObject, type Preconditions } from '../registry/delete.js';
import { IGNORES_UNREADABLE } from '../registry/delete-unreadable.js';
import { admissionFor } from './admission.js';
import { readList } from './list.js';
import { negotiate } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import { deleteOptions } from './options/delete-options.js';
import { listOptions } from './options/list-options.js';
import { offerOf, type Endpoint } from './scope.js';

/** DELETE of a collection: deletes, one after the other, the objects that a list with the same query returns. */
export const deleteCollection: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const { namespace } = request;
  const representation = negotiate(context, { ...offerOf(scope, scope.resource), transforms: false });
  const { ignoresUnreadable, dryRun, preconditions, deletion, options } = await deleteOptions(context, scope, request);
  if (ignoresUnreadable) {
    const why = 'is not allowed with DELETECOLLECTION, try again after removing the option';
    throw invalidObject({ group: scope.metaGroup, kind: 'DeleteOptions' }, '', [
      invalid(IGNORES_UNREADABLE, true, why),
    ]);
  }
  const { signal, trace } = context;
  const { entries } = await readList(scope, listOptions(context, request, scope), { namespace, signal, trace });
  for (const entry of entries) {
    const { name = '', namespace: home = '', uid = '' } = metadataOf(resource.stored.decode(entry));
    const admission = admissionFor(scope, context, { ...request, name }, { operation: 'DELETE', dryRun, options });
    // An object recreated since the list was not selected.
    const common = { dryRun, preconditions: { uid, ...preconditions }, deletion, signal, trace, admission };
    await ignoreAbsent(deleteObject(resource, { ...common, namespace: home, name }), preconditions);
  }
  const { group, resource: kind } = resource.groupResource;
  const status = Object.assign(newObject(), {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: newObject(),
    status: 'Success',
    details: { ...(group !== '' && { group }), kind },
  });
  return valueResponse({ value: status, protobuf: scope.forms.status }, { status: 200, representation });
};

/** Another client may delete an object first, and recreate it under the same name. */
async function ignoreAbsent(deletion: Promise<unknown>, preconditions: Preconditions): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    const hasNone = preconditions.uid === undefined && preconditions.resourceVersion === undefined;
    const reasons = hasNone ? ['NotFound', 'Conflict'] : ['NotFound'];
    if (!(error instanceof StatusError && reasons.includes(error.reason))) throw error;
  }
}
