import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { servedVersions } from '@pilothouse/kinds/definition/versions.js';
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
  const read: WriteAccess['stored'] = async (type, name) => {
    const found = actions.resourceOf(type);
    if (found === undefined) return undefined;
    const { entry } = await found.store.get(objectKey(found.definition, '', name), { signal });
    return entry && found.stored.decode(entry);
  };
  return {
    user,
    verb,
    namespace,
    async refusalOf(place) {
      const attributes = { user, request: { type: 'resource', group, version, resource, ...place } } as const;
      const { type, reason } = await actions.services.authorizer.authorize(attributes);
      return type === 'allow' ? undefined : forbiddenRequest(attributes, reason).message;
    },
    async isAllowed(permission) {
      const { type } = await actions.services.authorizer.authorize({ user, request: permission });
      return type === 'allow';
    },
    resourceOfKind: (wanted) =>
      actions
        .kinds()
        .find(
          (definition) =>
            definition.kind === wanted.kind &&
            definition.group === wanted.group &&
            servedVersions(definition).some(({ name }) => name === wanted.version),
        )?.resource,
    stored: read,
    async namespaceLabels() {
      const found = await read({ group: '', resource: 'namespaces' }, namespace);
      return found && (metadataOf(found).labels ?? {});
    },
  };
}
