import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { updateObject } from '../registry/update.js';
import { admissionFor, admissionForCreation } from './admission.js';
import { decodeBody } from './decode.js';
import { setNameFromPath } from './names.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { writeOptions } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import { bodyTypeOf, offerOf, type Endpoint } from './scope.js';
import { shapeOf } from './shape.js';

/** PUT of one object or one of its subresources. */
export const update: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const { namespace, name, subresource } = request;
  const { strategy } = resource.definition;
  const shape = shapeOf(scope, subresource);
  const representation = negotiate(context, offerOf(scope, shape.type));
  const { dryRun, fieldValidation, manager } = writeOptions(context, 'UpdateOptions', scope);
  const body = await readObject(context, bodyTypeOf(scope, shape.type));
  await resource.maybeYield();
  context.trace?.event('About to convert to expected version');
  const object = decodeBody(context, shape.type, body, fieldValidation);
  context.trace?.event('Conversion done');
  setNameFromPath(resource, object, request);
  dropRepeatedOwners(context, object);
  // A retry after a conflict must not repeat warnings.
  const reported = context.warnings.length;
  const copy = (): JsonObject => {
    context.warnings.length = reported;
    return deepCopy(object);
  };
  const canCreate = strategy.createOnUpdate && subresource === '';
  const { entry, isCreated } = await updateObject(resource, {
    namespace,
    name,
    subresource,
    dryRun,
    manager,
    signal: context.signal,
    trace: context.trace,
    user: context.user,
    warn: (text) => void context.warnings.push(text),
    admission: shape.admission(admissionFor(scope, context, request, { operation: 'UPDATE', dryRun })),
    change: (live) => shape.put(live, copy()),
    expectsUid: true,
    ...(canCreate && { absent: { create: copy, admission: admissionForCreation(scope, context, request, dryRun) } }),
  });
  return shape.respond(scope, context, entry, { status: isCreated ? 201 : 200, representation });
};
