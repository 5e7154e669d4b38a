import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { UnreadableListError } from '@pilothouse/storage/store.js';
import { deleteUnreadable, IGNORES_UNREADABLE } from '../registry/delete-unreadable.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';
import type { Representation } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import type { Scope } from './scope.js';

/** The verb that permits the deletion of objects that cannot be read. */
const VERB = 'unsafe-delete-ignore-read-errors';

/** Deletes an object that cannot be read, if the user may do so. Throws 403, and 422 for an object that can be read. */
export async function deleteUnsafely(
  scope: Scope,
  context: RequestContext,
  request: ResourceRequest,
  representation: Representation,
): Promise<Response> {
  const { resource, domain } = scope;
  const { namespace, name } = request;
  context.audit?.annotate(`${domain.group('apiserver')}/unsafe-delete-ignore-read-error`, '');
  await permit(scope, context, request);
  await deleteUnreadable(resource, { namespace, name, signal: context.signal });
  const status = Object.assign(newObject(), {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: newObject(),
    status: 'Success',
    details: { name, kind: resource.kind },
    code: 200,
  });
  return valueResponse({ value: status, protobuf: scope.forms.status }, { status: 200, representation });
}

async function permit(
  { authorizer }: Scope,
  { user }: RequestContext,
  { group, version, resource, subresource, namespace, name }: ResourceRequest,
): Promise<void> {
  const refuse = (why: string): never => {
    const text = `${qualifiedResource({ group, resource })} ${JSON.stringify(name)} is forbidden: ${why}`;
    throw new StatusError('Forbidden', text, { details: { name, ...(group !== '' && { group }), kind: resource } });
  };
  if (subresource !== '') {
    refuse(`${IGNORES_UNREADABLE} delete option is not allowed on a subresource or non-resource request`);
  }
  const { type, reason } = await authorizer.authorize({
    user,
    request: { type: 'resource', verb: VERB, group, version, resource, subresource: '', namespace, name },
  });
  if (type !== 'allow') refuse(`not permitted to do "${VERB}", reason: ${reason}`);
}

/** The error of a list with values that cannot be read, which names all of them. Other errors are unchanged. */
export function unreadableList(error: unknown, { group, resource }: ResourceRequest): unknown {
  if (!(error instanceof UnreadableListError)) return error;
  const causes = error.problems.map(({ key, message }) => {
    const why = `data from the storage is not transformable revision=0: ${message}`;
    return {
      reason: 'UnexpectedServerResponse',
      field: key,
      message: `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
    };
  });
  const text = `failed to read one or more ${qualifiedResource({ group, resource })} from the storage`;
  return new StatusError('InternalError', text, {
    ownReason: 'StoreReadError',
    details: { name: 'list', ...(group !== '' && { group }), kind: resource, causes },
    cause: error,
  });
}
