import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { updateObject } from '../registry/update.js';
import { admissionFor, admissionForCreation } from './admission.js';
import { decodeBody } from './decode.js';
import { adoptPlace } from './names.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { entryResponse } from './negotiation/write-entry.js';
import { writeOptions } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import { bodyTypeOf, offerOf, type Endpoint } from './scope.js';

/** PUT of one object or of one of its subresources (spec: update). */
export const update: Endpoint = async (scope, context, request) => {
  const { resource, metaGroup } = scope;
  const { namespace, name, subresource } = request;
  const { strategy } = resource.definition;
  const representation = negotiate(context, offerOf(scope));
  const { dryRun, fieldValidation, manager } = writeOptions(context, 'UpdateOptions', metaGroup);
  const body = await readObject(context, bodyTypeOf(scope));
  const object = decodeBody(context, resource, body, fieldValidation);
  adoptPlace(resource, object, request);
  dropRepeatedOwners(context, object);
  const copy = (): JsonObject => deepCopy(object);
  const canCreate = strategy.createOnUpdate && subresource === '';
  const { entry, isCreated } = await updateObject(resource, {
    namespace,
    name,
    subresource,
    dryRun,
    manager,
    signal: context.signal,
    admission: admissionFor(scope, context, request, { operation: 'UPDATE', dryRun }),
    change: copy,
    ...(canCreate && { absent: { create: copy, admission: admissionForCreation(scope, context, request, dryRun) } }),
  });
  return entryResponse(scope, context, entry, { status: isCreated ? 201 : 200, representation });
};
