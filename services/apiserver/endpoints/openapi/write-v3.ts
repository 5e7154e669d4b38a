import { openApiV3Schemas } from '@pilothouse/apimachinery/openapi/definitions.js';
import { definitionReference } from '@pilothouse/apimachinery/openapi/dialect.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { PublishedSchema } from '@pilothouse/apimachinery/schema/schema.js';
import {
  BEARER_TOKEN,
  CODE_TEXTS,
  schemasOf,
  type ApiDescription,
  type Operation,
  type Parameter,
} from './description.js';

/** One description as an OpenAPI 3.0 document. */
export function writeOpenApiV3({ paths, kinds }: ApiDescription, info: JsonObject): JsonObject {
  const items = newObject();
  for (const { path, parameters, operations } of paths) {
    items[path] = {
      ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
      ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    };
  }
  return {
    openapi: '3.0.0',
    info,
    paths: items,
    components: {
      schemas: openApiV3Schemas(schemasOf(paths), kinds),
      securitySchemes: { BearerToken: { ...BEARER_TOKEN } },
    },
    security: [{ BearerToken: [] }],
  };
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
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    ...(body && {
      requestBody: { content: content(body.mediaTypes, body.schema), ...(body.required && { required: true }) },
    }),
    responses: {
      ...Object.fromEntries(
        responses.map(({ code, schema }) => [
          code,
          { description: CODE_TEXTS[code], content: content(produces, schema) },
        ]),
      ),
      401: { description: CODE_TEXTS[401] },
    },
    ...(action && { 'x-kubernetes-action': action.name, 'x-kubernetes-group-version-kind': { ...action.kind } }),
  };
}

function content(mediaTypes: readonly string[], { name }: PublishedSchema): JsonObject {
  const schema = { $ref: definitionReference(3, name) };
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema }]));
}

function parameterObject({ name, in: place, type, description }: Parameter): JsonObject {
  return {
    name,
    in: place,
    description,
    ...(place === 'path' && { required: true }),
    schema: { type, uniqueItems: true },
  };
}
