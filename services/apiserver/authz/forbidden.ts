import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Attributes } from '@pilothouse/kinds/definition/authorizer.js';

/** The 403 for a request that no authorizer allows, with Kubernetes' text. */
export function forbiddenRequest({ user, request }: Attributes, reason: string): StatusError {
  const why = reason === '' ? '' : `: ${reason}`;
  const who = `User ${JSON.stringify(user.name)} cannot ${request.verb}`;
  if (request.type === 'nonResource') {
    return new StatusError('Forbidden', `forbidden: ${who} path ${JSON.stringify(request.path)}${why}`, {
      details: {},
    });
  }
  const { group, resource, subresource, namespace, name } = request;
  const what = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  const qualified = qualifiedResource({ group, resource });
  const subject = name === '' ? qualified : `${qualified} ${JSON.stringify(name)}`;
  return new StatusError(
    'Forbidden',
    `${subject} is forbidden: ${who} resource ${what} in API group ${JSON.stringify(group)} ${where}${why}`,
    { details: { ...(name !== '' && { name }), ...(group !== '' && { group }), kind: resource } },
  );
}
