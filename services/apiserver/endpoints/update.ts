import { deepCopy } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createObject } from '../registry/create.js';
import { updateObject } from '../registry/update.js';
import type { Entry } from '../storage/store.js';
import { admissionFor } from './admission.js';
import { decodeBody } from './decode.js';
import { adoptPlace } from './names.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { entryResponse } from './negotiation/write-entry.js';
import { writeOptions } from './options/write-options.js';
import { dropRepeatedOwners } from './owner-references.js';
import { bodyTypeOf, offerOf, partOf, type Endpoint } from './scope.js';

/** PUT of one object or of one of its subresources (spec: update). */
export const update: Endpoint = async (scope, context, request) => {
  const { resource, metaGroup } = scope;
  const { namespace, name, subresource } = request;
  const { strategy } = resource.definition;
  const representation = negotiate(context, offerOf(scope));
  const { dryRun, fieldValidation } = writeOptions(context, 'UpdateOptions', metaGroup);
  const body = await readObject(context, bodyTypeOf(scope));
  const object = decodeBody(context, resource, body, fieldValidation);
  adoptPlace(resource, object, request);
  dropRepeatedOwners(context, object);
  const part = partOf(scope, subresource);
  const common = { namespace, dryRun, signal: context.signal };
  const hooks = (operation: 'CREATE' | 'UPDATE') => admissionFor(scope, context, request, { operation, dryRun });
  const write = async (): Promise<{ entry: Entry; status: number }> => {
    try {
      const admission = hooks('UPDATE');
      const change = () => deepCopy(object);
      const wanted = { ...common, name, admission, change, ...(part && { subresource: part }) };
      return { entry: await updateObject(resource, wanted), status: 200 };
    } catch (error) {
      const isAbsent = error instanceof StatusError && error.reason === 'NotFound';
      if (!isAbsent || !strategy.createOnUpdate || part !== undefined) throw error;
      const admission = hooks('CREATE');
      return { entry: await createObject(resource, object, { ...common, admission }), status: 201 };
    }
  };
  const { entry, status } = await write();
  return entryResponse(scope, context, entry, { status, representation });
};
