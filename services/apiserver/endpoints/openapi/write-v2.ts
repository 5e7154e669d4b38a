import {
  openApiV2Definitions,
  type GroupVersionKind,
  type KindsByDefinition,
} from '@pilothouse/apimachinery/openapi/definitions.js';
import { definitionReference } from '@pilothouse/apimachinery/openapi/dialect.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  BEARER_TOKEN,
  CODE_TEXTS,
  schemasOf,
  type ApiDescription,
  type Operation,
  type Parameter,
} from './description.js';

/** All descriptions as one OpenAPI 2.0 document. */
export function writeOpenApiV2(descriptions: readonly ApiDescription[], info: JsonObject): JsonObject {
  const paths = descriptions.flatMap((description) => description.paths);
  const items = newObject();
  for (const { path, parameters, operations } of paths) {
    items[path] = {
      ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
      ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    };
  }
  return {
    swagger: '2.0',
    info,
    paths: items,
    definitions: openApiV2Definitions(schemasOf(paths), allKinds(descriptions)),
    securityDefinitions: { BearerToken: { ...BEARER_TOKEN } },
    security: [{ BearerToken: [] }],
  };
}

/** A definition describes what any of the descriptions says that it does. */
function allKinds(descriptions: readonly ApiDescription[]): KindsByDefinition {
  const all = new Map<string, Map<string, GroupVersionKind>>();
  for (const [name, kinds] of descriptions.flatMap(({ kinds }) => [...kinds])) {
    const known = all.get(name) ?? new Map<string, GroupVersionKind>();
    for (const each of kinds) known.set(`${each.group}/${each.version}/${each.kind}`, each);
    all.set(name, known);
  }
  return new Map([...all].map(([name, known]) => [name, [...known.values()]]));
}

function operationObject({
  id,
  tag,
  description,
  parameters,
  body,
  responses,
  produces,
  action,
}: Operation): JsonObject {
  const own = [
    ...(body
      ? [{ name: 'body', in: 'body', ...(body.required && { required: true }), schema: reference(body.schema.name) }]
      : []),
    ...parameters.map(parameterObject),
  ];
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(body && { consumes: [...body.mediaTypes] }),
    produces: [...produces],
    schemes: ['https'],
    ...(own.length > 0 && { parameters: own }),
    responses: {
      ...Object.fromEntries(
        responses.map(({ code, schema }) => [code, { description: CODE_TEXTS[code], schema: reference(schema.name) }]),
      ),
      401: { description: CODE_TEXTS[401] },
    },
    ...(action && { 'x-kubernetes-action': action.name, 'x-kubernetes-group-version-kind': { ...action.kind } }),
  };
}

function reference(name: string): JsonObject {
  return { $ref: definitionReference(2, name) };
}

function parameterObject({ name, in: place, type, description }: Parameter): JsonObject {
  return { name, in: place, description, ...(place === 'path' && { required: true }), type, uniqueItems: true };
}
