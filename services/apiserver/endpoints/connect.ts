import { notFound, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { objectKey } from '../registry/keys.js';
import type { Endpoint } from './scope.js';

/** Connects to a running pod or service. Throws 404 without the object, otherwise 501: there are no nodes. */
export const connect: Endpoint = async ({ resource }, { signal }, { namespace, name, subresource }) => {
  const { definition, groupResource, store } = resource;
  const { entry } = await store.get(objectKey(definition, namespace, name), { signal });
  if (entry === undefined) throw notFound(groupResource, name);
  const what = `${groupResource.resource}/${subresource} of ${JSON.stringify(name)}`;
  throw new StatusError('NotImplemented', `${what} is not available: this control plane reaches no nodes`, {
    details: { name, kind: groupResource.resource },
  });
};
