import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { deleteObject } from '../registry/delete.js';
import { admissionFor } from './admission.js';
import { negotiate } from './negotiation/representation.js';
import { entryResponse, valueResponse } from './negotiation/write-entry.js';
import { deleteOptions } from './options/delete-options.js';
import { offerOf, type Endpoint, type Scope } from './scope.js';
import { deleteUnsafely } from './unsafe-deletion.js';

/** DELETE of one object. Returns the object if it is still there, or if the kind requires it. */
export const deleteOne: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const { namespace, name } = request;
  const representation = negotiate(context, offerOf(scope, scope.resource));
  const { ignoresUnreadable, dryRun, preconditions, deletion, cascades, options } = await deleteOptions(
    context,
    scope,
    request,
  );
  if (ignoresUnreadable) return deleteUnsafely(scope, context, request, representation);
  const { entry, removed } = await deleteObject(resource, {
    namespace,
    name,
    dryRun,
    preconditions,
    deletion,
    signal: context.signal,
    trace: context.trace,
    admission: admissionFor(scope, context, request, { operation: 'DELETE', dryRun, options }),
  });
  if (!removed || resource.definition.strategy.deleteReturns === 'object') {
    return entryResponse(scope, context, entry, { status: !removed && cascades ? 202 : 200, representation });
  }
  return valueResponse(
    { value: successStatus(scope, entry), protobuf: scope.forms.status },
    { status: 200, representation },
  );
};

/** The Status with the name and uid of the deleted object. */
function successStatus({ resource }: Scope, entry: Entry): JsonObject {
  const { group, resource: kind } = resource.groupResource;
  const { name = '', uid = '' } = metadataOf(resource.stored.decode(entry));
  return Object.assign(newObject(), {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: newObject(),
    status: 'Success',
    details: { name, ...(group !== '' && { group }), kind, uid },
  });
}
