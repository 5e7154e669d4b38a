import assert from 'node:assert/strict';
import { deepEqual } from '../json/equal.js';
import { type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { decodeOpenApiV2 } from './gnostic.test.helper.js';
import { encodeDefinition, encodePathItem, joinOpenApiV2 } from './v2-protobuf.js';

const everySchema: JsonObject = {
  $ref: '#/definitions/a',
  format: 'int64',
  title: 'A title',
  description: 'é and 語',
  default: { a: ['b', null, 1.5] },
  multipleOf: 0.5,
  maximum: 9.5,
  exclusiveMaximum: true,
  minimum: -1,
  exclusiveMinimum: true,
  maxProperties: 9,
  minProperties: 8,
  maxLength: 3,
  minLength: 1,
  pattern: '^a$',
  maxItems: 4,
  minItems: 2,
  uniqueItems: true,
  required: ['a', 'b'],
  enum: ['A', 'true', 7],
  additionalProperties: { type: 'string' },
  type: 'object',
  items: { $ref: '#/definitions/b' },
  allOf: [{ type: 'string' }, { type: 'integer' }],
  properties: { a: { type: 'string' }, constructor: { properties: { b: { type: 'boolean' } } } },
  'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'ConfigMap' }],
  'x-kubernetes-list-type': 'map',
};

const operation: JsonObject = {
  tags: ['core_v1'],
  summary: 'Short.',
  description: 'Long.',
  operationId: 'listCoreV1ConfigMap',
  produces: ['application/json', 'application/yaml'],
  consumes: ['*/*'],
  parameters: [
    { name: 'body', in: 'body', required: true, description: 'd', schema: { $ref: '#/definitions/a' }, 'x-a': 1 },
    { name: 'limit', in: 'query', description: 'd', type: 'integer', format: 'int64', uniqueItems: true, 'x-b': 'b' },
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'd',
      type: 'string',
      format: 'f',
      uniqueItems: true,
      'x-b': 'b',
    },
  ],
  responses: {
    200: { description: 'OK', schema: { $ref: '#/definitions/a' } },
    401: { description: 'Unauthorized', 'x-c': [] },
  },
  schemes: ['https'],
  deprecated: true,
  security: [{ BearerToken: [] }],
  'x-kubernetes-action': 'list',
};

const info: JsonObject = { title: 'Test', version: '1', description: 'd' };

const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  'every member of a schema': { swagger: '2.0', info, definitions: { a: everySchema, b: { type: 'string' } } },
  'a schema that allows further members': { definitions: { a: { additionalProperties: true } } },
  'a schema that allows no further members': { definitions: { a: { additionalProperties: false } } },
  'every method of a path': {
    paths: {
      '/api/{name}': {
        get: operation,
        put: { operationId: 'a' },
        post: { operationId: 'b' },
        delete: { operationId: 'c' },
        options: { operationId: 'd' },
        head: { operationId: 'e' },
        patch: { operationId: 'f' },
        parameters: [{ name: 'name', in: 'path', required: true, type: 'string' }],
        'x-extension': null,
      },
    },
  },
  'parameters that many operations share': {
    paths: { '/': { get: { parameters: [{ $ref: '#/parameters/limit-1' }] } } },
    parameters: { 'limit-1': { name: 'limit', in: 'query', type: 'integer', description: 'd', uniqueItems: true } },
  },
  security: {
    security: [{ BearerToken: [] }],
    securityDefinitions: { BearerToken: { type: 'apiKey', name: 'authorization', in: 'header', description: 'd' } },
    'x-top': { a: 1 },
  },
};

/** Documents that the encoder must reject, because it would lose data. */
const REFUSED: Readonly<Record<string, JsonObject>> = {
  'an unknown member': { definitions: { a: { oneOf: [] } } },
  'a parameter in another place': { paths: { '/': { parameters: [{ in: 'cookie', name: 'a' }] } } },
  'a number where a text must be': { swagger: 2 },
  'a text where an object must be': { info: 'none' },
};

describe('OpenAPI 2.0 in protobuf', () => {
  for (const [title, document] of Object.entries(DOCUMENTS)) {
    it(`carries ${title}`, () => {
      const decoded = decodeOpenApiV2(encodeOpenApiV2(document));
      assert.ok(deepEqual(decoded, document), `${writeJson(decoded)} is not ${writeJson(document)}`);
    });
  }

  for (const [title, document] of Object.entries(REFUSED)) {
    it(`rejects ${title}`, () => {
      assert.throws(() => encodeOpenApiV2(document), /OpenAPI 2\.0/);
    });
  }
});

function encodeOpenApiV2({ paths = {}, definitions = {}, ...others }: JsonObject): Uint8Array {
  const pieces = (members: JsonValue, encode: (name: string, value: JsonObject) => Uint8Array): Uint8Array[] =>
    Object.entries(members as Record<string, JsonObject>).map(([name, value]) => encode(name, value));
  return Buffer.concat(joinOpenApiV2(others, pieces(paths, encodePathItem), pieces(definitions, encodeDefinition)));
}
