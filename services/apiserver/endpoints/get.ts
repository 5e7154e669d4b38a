import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { objectKey } from '../registry/keys.js';
import { negotiate } from './negotiation/representation.js';
import { parseVersion } from './options/list-options.js';
import { offerOf, type Endpoint } from './scope.js';
import { shapeOf } from './shape.js';

/** GET of one object. */
export const get: Endpoint = async (scope, context, { namespace, name, subresource }) => {
  const { resource } = scope;
  const shape = shapeOf(scope, subresource);
  const representation = negotiate(context, offerOf(scope, shape.type));
  const wanted = parseVersion(context.query.get('resourceVersion') ?? '');
  const key = objectKey(resource.definition, namespace, name);
  // Without a signal: creating one, and listening to it, would cost more than the rest of the read.
  const read = { trace: context.trace, ...(wanted !== undefined && { atLeast: wanted }) };
  const { entry } = await context.unlessAborted(resource.store.get(key, read));
  if (entry === undefined) throw notFound(resource.groupResource, name);
  return shape.respond(scope, context, entry, { status: 200, representation });
};
