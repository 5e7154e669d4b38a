import { definitionReference } from '@pilothouse/apimachinery/openapi/dialect.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { PublishedSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { BEARER_TOKEN, CODE_TEXTS, type Operation, type Parameter, type PathDescription } from './description.js';
import { jsonForm, type Form } from './form.js';

const SCHEMES: JsonObject = { securitySchemes: { BearerToken: { ...BEARER_TOKEN } } };

/** OpenAPI 3.0 in JSON. */
export function jsonV3(info: JsonObject): Form {
  return jsonForm({
    version: 3,
    pathItem,
    sharedParameters: new Map(),
    texts: [
      `{"openapi":"3.0.0","info":${writeJson(info)},"paths":{`,
      '},"components":{"schemas":{',
      `},${writeJson(SCHEMES).slice(1)},"security":[{"BearerToken":[]}]}`,
    ],
  });
}

function pathItem({ parameters, operations }: PathDescription): JsonObject {
  return {
    ...(parameters.length > 0 && { parameters: parameters.map(parameterObject) }),
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
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

function content(mediaTypes: readonly string[], type?: PublishedSchema): JsonObject {
  const schema = type === undefined ? { type: 'string' } : { $ref: definitionReference(3, type.name) };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}

function parameterObject({ name, in: location, type, description }: Parameter): JsonObject {
  return {
    name,
    in: location,
    description,
    ...(location === 'path' && { required: true }),
    schema: { type, uniqueItems: true },
  };
}
