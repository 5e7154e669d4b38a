import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { ReadOptions } from '@pilothouse/storage/store.js';
import { objectKey } from '../registry/keys.js';
import type { RequestContext } from '../request/context.js';
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
  const { entry } = await resource.store.get(key, readOptions(context, wanted));
  if (entry === undefined) throw notFound(resource.groupResource, name);
  return shape.respond(scope, context, entry, { status: 200, representation });
};

/** The context's signal is created on first access by the store. */
function readOptions(context: RequestContext, atLeast: number | undefined): ReadOptions {
  if (atLeast === undefined) return context;
  return {
    atLeast,
    trace: context.trace,
    get signal() {
      return context.signal;
    },
  };
}
