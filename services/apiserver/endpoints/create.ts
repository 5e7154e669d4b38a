import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { createObject } from '../registry/create.js';
import { admissionFor } from './admission.js';
import { decodeBody } from './decode.js';
import { setNamespaceFromPath } from '../registry/place.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { entryResponse } from './negotiation/write-entry.js';
import { writeOptions } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import { bodyTypeOf, offerOf, type Endpoint } from './scope.js';

/** POST to a collection. */
export const create: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const representation = negotiate(context, offerOf(scope, resource));
  const { dryRun, fieldValidation, manager } = writeOptions(context, 'CreateOptions', scope);
  const body = await readObject(context, bodyTypeOf(scope));
  await resource.maybeYield();
  context.trace?.event('About to convert to expected version');
  const object = decodeBody(context, resource, body, fieldValidation);
  context.trace?.event('Conversion done');
  await resource.maybeYield();
  setNamespaceFromPath(resource, object, request.namespace);
  dropRepeatedOwners(context, object);
  const named = { ...request, name: metadataOf(object).name ?? '' };
  const entry = await createObject(resource, object, {
    namespace: request.namespace,
    dryRun,
    manager,
    signal: context.signal,
    trace: context.trace,
    user: context.user,
    warn: (text) => void context.warnings.push(text),
    admission: admissionFor(scope, context, named, { operation: 'CREATE', dryRun }),
  });
  return entryResponse(scope, context, entry, { status: 201, representation });
};
