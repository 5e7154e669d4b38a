import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { objectKey } from '../registry/keys.js';
import { negotiate } from './negotiation/representation.js';
import { entryResponse } from './negotiation/write-entry.js';
import { parseVersion } from './options/list-options.js';
import { offerOf, type Endpoint } from './scope.js';
import { tooLargeVersion } from './store-errors.js';

/** GET of one object (spec: get). The store always gives the most recent one, which is not older than any asked for. */
export const get: Endpoint = async (scope, context, { namespace, name }) => {
  const { resource } = scope;
  const representation = negotiate(context, offerOf(scope));
  const wanted = parseVersion(context.query.get('resourceVersion') ?? '') ?? 0;
  const key = objectKey(resource.definition, namespace, name);
  const { entry, revision } = await resource.store.get(key, context);
  if (wanted > revision) throw tooLargeVersion(wanted, revision);
  if (entry === undefined) throw notFound(resource.groupResource, name);
  return entryResponse(scope, context, entry, { status: 200, representation });
};
