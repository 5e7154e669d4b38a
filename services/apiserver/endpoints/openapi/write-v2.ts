import { definitionReference } from '@pilothouse/apimachinery/openapi/dialect.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { BEARER_TOKEN, CODE_TEXTS, type Operation, type Parameter, type PathDescription } from './description.js';
import { jsonForm, type Form } from './form.js';
import { SHARED_NAMES } from './parameters.js';

const SHARED_PARAMETERS = new Map(
  [...SHARED_NAMES].map(([parameter, name]) => [name, parameterObject(parameter)] as const),
);

const SECURITY: JsonObject = {
  securityDefinitions: { BearerToken: { ...BEARER_TOKEN } },
  security: [{ BearerToken: [] }],
};

/** OpenAPI 2.0 in JSON. */
export function jsonV2(info: JsonObject): Form {
  return jsonForm({
    version: 2,
    pathItem,
    sharedParameters: SHARED_PARAMETERS,
    texts: [
      `{"swagger":"2.0","info":${writeJson(info)},"paths":{`,
      '},"definitions":{',
      '},"parameters":{',
      `},${writeJson(SECURITY).slice(1)}`,
    ],
  });
}

/** OpenAPI 2.0 in protobuf, whose encoder is loaded on demand. */
export async function protobufV2(info: JsonObject): Promise<Form> {
  const { encodeDefinition, encodeParameter, encodePathItem, joinOpenApiV2 } =
    await import('@pilothouse/apimachinery/openapi/v2-protobuf.js');
  const others = { swagger: '2.0', info, ...SECURITY };
  return {
    version: 2,
    pathItem,
    sharedParameters: SHARED_PARAMETERS,
    path: encodePathItem,
    definition: encodeDefinition,
    parameter: encodeParameter,
    join: (...sections) => joinOpenApiV2(others, ...sections),
  };
}

function pathItem({ parameters, operations }: PathDescription): JsonObject {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation.method, operationObject(operation)])),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterOrReference) }),
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
  const own = [
    ...(body
      ? [{ name: 'body', in: 'body', ...(body.required && { required: true }), schema: reference(body.schema.name) }]
      : []),
    ...parameters.map(parameterOrReference),
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
        responses.map(({ code, schema }) => [
          code,
          { description: CODE_TEXTS[code], schema: schema ? reference(schema.name) : { type: 'string' } },
        ]),
      ),
      401: { description: CODE_TEXTS[401] },
    },
    ...(action && { 'x-kubernetes-action': action.name, 'x-kubernetes-group-version-kind': { ...action.kind } }),
  };
}

function reference(name: string): JsonObject {
  return { $ref: definitionReference(2, name) };
}

function parameterOrReference(parameter: Parameter): JsonObject {
  const name = SHARED_NAMES.get(parameter);
  return name === undefined ? parameterObject(parameter) : { $ref: `#/parameters/${name}` };
}

function parameterObject({ name, in: location, type, description }: Parameter): JsonObject {
  return { name, in: location, description, ...(location === 'path' && { required: true }), type, uniqueItems: true };
}
