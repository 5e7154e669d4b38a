import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { WriteAccess } from '@pilothouse/kinds/definition/write-access.js';
import { forbiddenRequest } from '../authz/forbidden.js';
import { objectKey } from '../registry/keys.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Scope } from './scope.js';

/** What rules of a kind can ask about the request of a write. */
export function writeAccess(
  { actions }: Pick<Scope, 'actions'>,
  { user, signal }: RequestContext,
  request: ResourceRequest,
): WriteAccess {
  const { verb, namespace, group, version, resource } = request;
  return {
    user,
    verb,
    namespace,
    async refusalOf(place) {
      const attributes = { user, request: { type: 'resource', group, version, resource, ...place } } as const;
      const { type, reason } = await actions.services.authorizer.authorize(attributes);
      return type === 'allow' ? undefined : forbiddenRequest(attributes, reason).message;
    },
    async namespaceLabels() {
      const namespaces = actions.resourceOf({ group: '', resource: 'namespaces' });
      if (namespaces === undefined) return undefined;
      const { definition, store, stored } = namespaces;
      const { entry } = await store.get(objectKey(definition, '', namespace), { signal });
      return entry && (metadataOf(stored.decode(entry)).labels ?? {});
    },
  };
}
