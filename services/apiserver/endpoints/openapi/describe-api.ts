import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  apiGroupListSchema,
  apiGroupSchema,
  apiResourceListSchema,
  apiVersionsSchema,
  deleteOptionsSchema,
  statusSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { GroupVersionKind, KindsByDefinition } from '@pilothouse/apimachinery/openapi/definitions.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { kindOf, versionPath, type ServedGroup, type ServedVersion, subresourceKind } from '../discovery/groups.js';
import { MEDIA_TYPES } from '../negotiation/representation.js';
import type { ApiDescription, PathDescription } from './description.js';
import { operationName, type OperationName } from './operation-names.js';
import { resourcePaths } from './resource-paths.js';
import { listKindOf, publishedListOf } from '../../registry/list-schema.js';
import type { Subresource } from '@pilothouse/kinds/definition/definition.js';
import { subresourcesIn } from '@pilothouse/kinds/definition/versions.js';
import { isVirtual } from '@pilothouse/kinds/definition/virtual.js';

/** Kinds without a group of their own. */
const META_KINDS: readonly (readonly [schema: StructSchema, kind: string])[] = [
  [statusSchema, 'Status'],
  [apiVersionsSchema, 'APIVersions'],
  [apiGroupListSchema, 'APIGroupList'],
  [apiGroupSchema, 'APIGroup'],
  [apiResourceListSchema, 'APIResourceList'],
];

/**
 * Returns a function that describes the served API, one description for each path of discovery. Descriptions of
 * unchanged groups and versions are the same objects.
 */
export function apiDescriber(domain: Domain): (groups: readonly ServedGroup[]) => ApiDescription[] {
  const core = discovery('api', { id: 'getCoreAPIVersions', tag: 'core' }, apiVersionsSchema, domain);
  const apis = discovery('apis', { id: 'getAPIVersions', tag: 'apis' }, apiGroupListSchema, domain);
  const ofGroup = keyed(({ name }: ServedGroup) => {
    const words = operationName({ group: name, version: '', apiDomain: domain.api }, 'get', 'APIGroup');
    return discovery(`apis/${name}`, words, apiGroupSchema, domain);
  });
  const ofVersion = keyed((version: ServedVersion) => describeVersion(version, domain));
  return (groups) => {
    const named = groups.filter(({ name }) => name !== '');
    return [
      ...(named.length < groups.length ? [core] : []),
      apis,
      ...named.map(ofGroup),
      ...groups.flatMap(({ versions }) => versions).map(ofVersion),
    ];
  };
}

function discovery(name: string, words: OperationName, schema: StructSchema, domain: Domain): ApiDescription {
  return { name, paths: () => [discoveryPath(name, words, schema, domain)], kinds: metaKinds };
}

function describeVersion(version: ServedVersion, domain: Domain): ApiDescription {
  const name = versionPath(version);
  const words = operationName({ ...version, apiDomain: domain.api }, 'get', 'APIResources');
  return {
    name,
    *paths() {
      yield discoveryPath(name, words, apiResourceListSchema, domain);
      for (const served of version.resources) yield* resourcePaths(version, served, domain);
    },
    kinds: () => versionKinds(version),
  };
}

function discoveryPath(name: string, words: OperationName, schema: StructSchema, domain: Domain): PathDescription {
  const [protobuf] = domain.protobufMediaTypes;
  return {
    path: `/${name}/`,
    parameters: [],
    operations: [
      {
        ...words,
        method: 'get',
        description: 'Lists what is served here.',
        parameters: [],
        responses: [{ code: 200, schema }],
        produces: [...MEDIA_TYPES, protobuf],
      },
    ],
  };
}

function metaKinds(): Map<string, GroupVersionKind[]> {
  return new Map(META_KINDS.map(([{ name }, kind]) => [name, [{ group: '', version: 'v1', kind }]]));
}

/** Kinds of the version, and DeleteOptions, which clients may send in any version. */
function versionKinds({ group, version, resources }: ServedVersion): KindsByDefinition {
  const kinds = metaKinds();
  const common: GroupVersionKind = { group: '', version: 'v1', kind: 'DeleteOptions' };
  const own: GroupVersionKind = { ...common, group, version };
  kinds.set(deleteOptionsSchema.name, group === '' && version === 'v1' ? [own] : [common, own]);
  for (const served of resources) {
    const kind = kindOf(served);
    const { schema } = served.version;
    kinds.set(schema.name, [kind]);
    if (!isVirtual(served.definition)) {
      kinds.set(publishedListOf(schema, kind.kind).name, [{ ...kind, kind: listKindOf(served.definition) }]);
    }
    for (const subresource of Object.values<Subresource>(subresourcesIn(served.definition, served.version))) {
      if ('schema' in subresource) kinds.set(subresource.schema.name, [subresourceKind(served, subresource)]);
    }
  }
  return kinds;
}
