import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { AuthorizableResource } from '@pilothouse/kinds/definition/authorizer.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';

/** The request to authorize, apart from constant fields. */
type Question = Pick<
  AuthorizableResource,
  'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'
>;

/**
 * OwnerReferencesPermissionEnforcement: a change of owners requires permission to delete the object, since a wrong owner
 * causes its deletion. Setting blockOwnerDeletion requires permission to update the owner's finalizers, since it has the
 * same effect as a finalizer. Throws 403 with Kubernetes' text.
 */
export const ownerReferencesPermission = definePlugin({
  name: 'OwnerReferencesPermissionEnforcement',
  isDefault: false,
  needs: ['authorizer', 'kinds'],
  create({ authorizer, kinds }) {
    const refusal = async (attributes: AdmissionAttributes, question: Question): Promise<string | undefined> => {
      const request = { type: 'resource', ...question } as const;
      const { type, reason } = await authorizer.authorize({ user: attributes.user, request });
      return type === 'allow' ? undefined : `${reason}, <nil>`;
    };
    return {
      name: 'OwnerReferencesPermissionEnforcement',
      rules: [{ operations: ['CREATE', 'UPDATE'], groups: ['*'], versions: ['*'], resources: ['*/*'] }],
      async validate(attributes) {
        const { operation } = attributes;
        const owners = ownersOf(attributes.object);
        const before = ownersOf(attributes.old);
        if (deepEqual(owners, before)) return;
        if (operation === 'UPDATE') {
          const why = await refusal(attributes, deletionOf(attributes));
          if (why !== undefined)
            throw forbidden(attributes, `cannot set an ownerRef on a resource you can't delete: ${why}`);
        }
        const known = new Set(before.filter(isBlocking).map(({ uid }) => uid));
        const blocking = owners.filter((owner) => isBlocking(owner) && !known.has(owner.uid));
        if (blocking.length === 0 || (await refusal(attributes, EVERY_FINALIZER)) === undefined) return;
        for (const owner of blocking) {
          for (const question of finalizersOf(attributes, owner, kinds.current())) {
            const why = await refusal(attributes, question);
            if (why === undefined) continue;
            const text =
              "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
            throw forbidden(attributes, `${text}: ${why}`);
          }
        }
      },
    };
  },
});

const FINALIZERS = { verb: 'update', subresource: 'finalizers' } as const;

/** This permission covers the finalizers of every owner. */
const EVERY_FINALIZER: Question = { ...FINALIZERS, group: '*', version: '*', resource: '*', namespace: '', name: '*' };

function ownersOf(object: AdmissionAttributes['object']): OwnerReference[] {
  return (object && metadataOf(object).ownerReferences) ?? [];
}

function isBlocking({ blockOwnerDeletion }: OwnerReference): boolean {
  return blockOwnerDeletion === true;
}

function deletionOf({ resource, subresource, namespace, name }: AdmissionAttributes): Question {
  return { verb: 'delete', ...resource, subresource, namespace, name };
}

/** The owner's finalizers. A namespaced owner is in the namespace of its dependent. */
function finalizersOf(
  attributes: AdmissionAttributes,
  { apiVersion, kind, name }: OwnerReference,
  definitions: readonly ResourceDefinition[],
): Question[] {
  const questions = definitions.flatMap(({ group, resource, scope, versions, ...definition }) =>
    versions
      .filter((version) => definition.kind === kind && groupVersion(group, version.name) === apiVersion)
      .map((version) => {
        const namespace = scope === 'Namespaced' ? attributes.namespace : '';
        return { ...FINALIZERS, group, version: version.name, resource, namespace, name };
      }),
  );
  if (questions.length > 0) return questions;
  const text = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
  const what = `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`;
  throw forbidden(attributes, `${what}: ${text}`);
}
