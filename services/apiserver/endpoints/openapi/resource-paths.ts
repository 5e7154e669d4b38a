import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { deleteOptionsSchema, statusSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { GroupVersionKind } from '@pilothouse/apimachinery/openapi/definitions.js';
import type { ObjectSchema, PublishedSchema } from '@pilothouse/apimachinery/schema/schema.js';
import {
  kindOf,
  sortedSubresources,
  subresourceKind,
  subresourceVerbs,
  versionPath,
  type ServedResource,
  type ServedVersion,
} from '../discovery/groups.js';
import { MEDIA_TYPES } from '../negotiation/representation.js';
import { patchTypes } from '../patch.js';
import { connectPaths } from './connect-paths.js';
import type { Operation, OperationResponse, Parameter, PathDescription, RequestBody } from './description.js';
import { capitalized, operationName } from './operation-names.js';
import { NAMESPACE, nameParameter, PRETTY, QUERY_PARAMETERS } from './parameters.js';
import { publishedListOf } from '../../registry/list-schema.js';
import { isVirtual } from '@pilothouse/kinds/definition/virtual.js';
import { patchSchema } from './types.js';

/** A watch is a list with a parameter and not an operation of its own. */
type OperationVerb = keyof typeof QUERY_PARAMETERS;

/** The verbs in OpenAPI: the method, the first word of the operation's id, and the action. */
const VERBS: Readonly<Record<OperationVerb, { method: Operation['method']; word: string; action: string }>> = {
  get: { method: 'get', word: 'read', action: 'get' },
  list: { method: 'get', word: 'list', action: 'list' },
  create: { method: 'post', word: 'create', action: 'post' },
  update: { method: 'put', word: 'replace', action: 'put' },
  patch: { method: 'patch', word: 'patch', action: 'patch' },
  delete: { method: 'delete', word: 'delete', action: 'delete' },
  deletecollection: { method: 'delete', word: 'delete', action: 'deletecollection' },
};

/** The subject of an operation. */
interface Target {
  readonly served: ServedResource;
  readonly domain: Domain;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** The kind of request and response. */
  readonly kind: GroupVersionKind;
  readonly schema: ObjectSchema;
  readonly allNamespaces: boolean;
}

/** All paths of a resource and its subresources, with their operations. */
export function resourcePaths(version: ServedVersion, served: ServedResource, domain: Domain): PathDescription[] {
  const { resource, kind, scope } = served.definition;
  const namespaced = scope === 'Namespaced';
  const hasObjects = !isVirtual(served.definition);
  const prefix = `/${versionPath(version)}`;
  const collection = namespaced ? `${prefix}/namespaces/{namespace}/${resource}` : `${prefix}/${resource}`;
  const item = `${collection}/{name}`;
  const inNamespace = namespaced ? [NAMESPACE] : [];
  const named = [nameParameter(kind), ...inNamespace];
  const target: Target = {
    served,
    domain,
    subresource: '',
    kind: kindOf(served),
    schema: served.version.schema,
    allNamespaces: false,
  };
  const offered = (verbs: readonly OperationVerb[]) => verbs.filter((verb) => served.definition.verbs.includes(verb));
  return [
    ...(namespaced && hasObjects
      ? [pathOf(`${prefix}/${resource}`, [], { ...target, allNamespaces: true }, ['list'])]
      : []),
    pathOf(collection, inNamespace, target, offered(['list', 'create', 'deletecollection'])),
    ...(hasObjects ? [pathOf(item, named, target, offered(['get', 'update', 'patch', 'delete']))] : []),
    ...sortedSubresources(served).flatMap(([name, subresource]) =>
      subresource.type === 'connect'
        ? connectPaths({ served, domain, item, name, subresource })
        : [
            pathOf(
              `${item}/${name}`,
              named,
              {
                ...target,
                subresource: name,
                kind: subresourceKind(served, subresource),
                schema: subresource.type === 'part' ? target.schema : subresource.schema,
              },
              subresourceVerbs(subresource),
            ),
          ],
    ),
  ];
}

function pathOf(
  path: string,
  parameters: readonly Parameter[],
  target: Target,
  verbs: readonly OperationVerb[],
): PathDescription {
  return { path, parameters: [...parameters, PRETTY], operations: verbs.map((verb) => operation(verb, target)) };
}

function operation(verb: OperationVerb, target: Target): Operation {
  const { served, domain, kind, schema } = target;
  const { method, word, action } = VERBS[verb];
  const [protobuf] = domain.protobufMediaTypes;
  const isProtobuf = schema.type === 'struct';
  const mediaTypes = isProtobuf ? [...MEDIA_TYPES, protobuf] : MEDIA_TYPES;
  const body = bodyOf(verb, schema, mediaTypes);
  return {
    method,
    ...operationName({ ...kindOf(served), apiDomain: domain.api }, word, subjectOf(verb, target)),
    description: descriptionOf(verb, target),
    parameters: QUERY_PARAMETERS[verb],
    ...(body && { body }),
    responses: responsesOf(verb, target),
    produces:
      verb === 'list'
        ? [...mediaTypes, 'application/json;stream=watch', ...(isProtobuf ? [`${protobuf};stream=watch`] : [])]
        : mediaTypes,
    action: { name: action, kind },
  };
}

/** The last part of the id. */
function subjectOf(verb: OperationVerb, { served, subresource, allNamespaces }: Target): string {
  const { kind, scope } = served.definition;
  const collection = verb === 'deletecollection' ? 'Collection' : '';
  if (allNamespaces) return `${collection}${kind}ForAllNamespaces`;
  return `${collection}${scope === 'Namespaced' ? 'Namespaced' : ''}${kind}${capitalized(subresource)}`;
}

function descriptionOf(verb: OperationVerb, { served, subresource, allNamespaces }: Target): string {
  const { kind } = served.definition;
  const subject = subresource === '' ? `one ${kind}` : `the ${subresource} of one ${kind}`;
  switch (verb) {
    case 'get':
      return `Reads ${subject}.`;
    case 'list':
      return `Lists or watches objects of kind ${kind}${allNamespaces ? ' in all namespaces' : ''}.`;
    case 'create':
      return `Creates ${subject}.`;
    case 'update':
      return `Replaces ${subject}.`;
    case 'patch':
      return `Changes a part of ${subject}.`;
    case 'delete':
      return `Deletes ${subject}.`;
    case 'deletecollection':
      return `Deletes the selected objects of kind ${kind}.`;
  }
}

function bodyOf(verb: OperationVerb, schema: ObjectSchema, mediaTypes: readonly string[]): RequestBody | undefined {
  switch (verb) {
    case 'get':
    case 'list':
      return undefined;
    case 'create':
    case 'update':
      return { schema, required: true, mediaTypes };
    case 'patch':
      return { schema: patchSchema, required: true, mediaTypes: patchTypes(schema.type === 'struct') };
    case 'delete':
    case 'deletecollection':
      return { schema: deleteOptionsSchema, required: false, mediaTypes };
  }
}

/** The responses by verb. */
function responsesOf(verb: OperationVerb, { served: { definition }, schema }: Target): OperationResponse[] {
  const answers = (answer: PublishedSchema, ...codes: OperationResponse['code'][]): OperationResponse[] =>
    codes.map((code) => ({ code, schema: answer }));
  switch (verb) {
    case 'get':
      return answers(schema, 200);
    case 'list':
      return answers(publishedListOf(schema, definition.kind), 200);
    case 'create':
      return answers(schema, 200, 201, 202);
    case 'update':
    case 'patch':
      return answers(schema, 200, 201);
    case 'delete':
      return answers(
        !isVirtual(definition) && definition.strategy.deleteReturns === 'object' ? schema : statusSchema,
        200,
        202,
      );
    case 'deletecollection':
      return answers(statusSchema, 200);
  }
}
