import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { configMaps } from '@pilothouse/kinds/core/config-maps.js';
import { namespaces } from '@pilothouse/kinds/core/namespaces.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { testAttributes, testHost } from '../../host.test.helper.js';
import { ownerReferencesPermission } from './plugin.js';

const map: OwnerReference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'm', uid: '1' };
const namespace: OwnerReference = { apiVersion: 'v1', kind: 'Namespace', name: 'x', uid: '2' };
const unknown: OwnerReference = { apiVersion: 'a.b/v1', kind: 'Foo', name: 'f', uid: '3' };
const blocks = (owner: OwnerReference): OwnerReference => ({ ...owner, blockOwnerDeletion: true });

const DELETE = 'delete v1/configmaps/ x/o';
const MAP_FINALIZERS = 'update v1/configmaps/finalizers x/m';
const NAMESPACE_FINALIZERS = 'update v1/namespaces/finalizers /x';
const ALL_FINALIZERS = 'update */*/finalizers /*';

const NO_DELETE = /^configmaps "o" is forbidden: cannot set an ownerRef on a resource you can't delete: no, <nil>$/;
const NO_FINALIZERS =
  /: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: no, <nil>$/;
const NO_KIND =
  /cannot find RESTMapping for APIVersion a.b\/v1 Kind Foo: no matches for kind "Foo" in version "a.b\/v1"$/;

/** Owners before (undefined on create) and after, the permissions of the user, and the reason for a refusal. */
const table: readonly (readonly [
  name: string,
  before: readonly OwnerReference[] | undefined,
  after: readonly OwnerReference[],
  allowed: readonly string[],
  refusal?: RegExp,
])[] = [
  ['a new object without owners', undefined, [], []],
  ['a new object with an owner', undefined, [map], []],
  ['a new object that blocks its owner', undefined, [blocks(map)], [], NO_FINALIZERS],
  ['a new object that blocks an owner with permission for its finalizers', undefined, [blocks(map)], [MAP_FINALIZERS]],
  ['a new object that blocks one of two', undefined, [map, blocks(namespace)], [MAP_FINALIZERS], NO_FINALIZERS],
  ['a new object that blocks its namespace', undefined, [blocks(namespace)], [NAMESPACE_FINALIZERS]],
  ['a new object that blocks, with permission for all finalizers', undefined, [blocks(unknown)], [ALL_FINALIZERS]],
  ['a new object with an owner of unknown kind', undefined, [unknown], []],
  ['a new object that blocks an owner of unknown kind', undefined, [blocks(unknown)], [MAP_FINALIZERS], NO_KIND],
  ['unchanged owners', [blocks(map)], [blocks(map)], []],
  ['an added owner', [map], [map, namespace], [], NO_DELETE],
  ['a removed owner', [map], [], [], NO_DELETE],
  ['a removed owner, with permission to delete', [map], [], [DELETE]],
  ['an owner that becomes blocked', [map], [blocks(map)], [DELETE], NO_FINALIZERS],
  ['an owner that becomes unblocked', [blocks(map)], [map], [DELETE]],
  ['an owner that stays blocked', [blocks(map)], [blocks(map), namespace], [DELETE]],
];

describe('OwnerReferencesPermissionEnforcement', () => {
  const builtIn = [configMaps, namespaces(createDomain())] as ResourceDefinition[];
  for (const [name, before, after, allowed, refusal] of table) {
    it(`${refusal === undefined ? 'allows' : 'refuses'} ${name}, with permission to ${allowed.join(', ') || 'do nothing'}`, async () => {
      const authorizer: Authorizer = {
        authorize({ request }) {
          assert.ok(request.type === 'resource');
          const { verb, group, version, resource, subresource, namespace: home, name: whom } = request;
          assert.equal(group, version === '*' ? '*' : '');
          const asked = `${verb} ${version}/${resource}/${subresource} ${home}/${whom}`;
          return allowed.includes(asked) ? { type: 'allow', reason: '' } : { type: 'noOpinion', reason: 'no' };
        },
      };
      const objectWith = (ownerReferences: readonly OwnerReference[]) => ({
        metadata: { name: 'o', namespace: 'x', ownerReferences: [...ownerReferences] },
      });
      const plugin = await ownerReferencesPermission.create(
        testHost({
          authorizer,
          kinds: { current: () => builtIn, convert: (object) => object, formOf: () => undefined },
        }),
      );
      const attributes = testAttributes({
        operation: before === undefined ? 'CREATE' : 'UPDATE',
        object: objectWith(after),
        old: before && objectWith(before),
      });
      const write = plugin?.validate?.(attributes);
      if (refusal === undefined) await write;
      else await assert.rejects(Promise.resolve(write), { reason: 'Forbidden', message: refusal });
    });
  }
});
