import assert from 'node:assert/strict';
import { deepEqual } from '../json/equal.js';
import { type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { decodeOpenApiV2 } from './gnostic.test.helper.js';
import { encodeDefinition, encodeParameter, encodePathItem, joinOpenApiV2 } from './v2-protobuf.js';

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
  discriminator: 'kind',
  readOnly: true,
  externalDocs: { description: 'More.', url: 'https://example.com' },
  example: { a: 1 },
  allOf: [{ type: 'string' }, { type: 'integer' }],
  properties: { a: { type: 'string' }, constructor: { properties: { b: { type: 'boolean' } } } },
  'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'ConfigMap' }],
  'x-kubernetes-list-type': 'map',
};

/** A type of a parameter or header. */
const simpleType: JsonObject = {
  type: 'array',
  format: 'f',
  items: { type: 'array', items: { type: 'string', pattern: 'a' }, collectionFormat: 'pipes', 'x-i': 1 },
  collectionFormat: 'csv',
  default: ['a'],
  maximum: 9.5,
  exclusiveMaximum: true,
  minimum: -1,
  exclusiveMinimum: true,
  maxLength: 3,
  minLength: 1,
  pattern: '^a$',
  maxItems: 4,
  minItems: 2,
  uniqueItems: true,
  enum: ['a', 1],
  multipleOf: 0.5,
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
    { ...simpleType, name: 'name', in: 'path', required: true, description: 'd', 'x-b': 'b' },
    { ...simpleType, name: 'X-A', in: 'header', required: true, description: 'd', 'x-b': 'b' },
    { ...simpleType, name: 'q', in: 'query', allowEmptyValue: true, 'x-b': 'b' },
    { ...simpleType, name: 'f', in: 'formData', allowEmptyValue: true, 'x-b': 'b' },
  ],
  externalDocs: { url: 'https://example.com' },
  responses: {
    200: { description: 'OK', schema: { $ref: '#/definitions/a' } },
    401: { description: 'Unauthorized', 'x-c': [] },
    404: { $ref: '#/responses/none' },
    default: {
      description: 'Other',
      headers: { 'X-B': { ...simpleType, description: 'd', 'x-d': 1 } },
      examples: { 'application/json': { a: 1 } },
    },
    'x-e': 'e',
  },
  schemes: ['https'],
  deprecated: true,
  security: [{ BearerToken: [] }],
  'x-kubernetes-action': 'list',
};

const info: JsonObject = { title: 'Test', version: '1', description: 'd' };

const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  'every member of a schema': { swagger: '2.0', info, definitions: { a: everySchema, b: { type: 'string' } } },
  'a list of schemas for items': { definitions: { a: { type: ['array', 'null'], items: [{ type: 'string' }, {}] } } },
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
        $ref: '#/x-paths/a',
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

const REFUSED: Readonly<Record<string, JsonObject>> = {
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

  it('omits what its messages do not have', () => {
    const schema = { type: 'string', oneOf: [{}], nullable: true, 'X-a': 1 };
    const parameters = [
      { in: 'cookie', name: 'a' },
      { in: 'query', name: 'b', example: 1 },
    ];
    const document = {
      definitions: { a: schema },
      paths: { '/': { parameters, trace: {} } },
      responses: {},
      parameters: { c: { in: 'cookie' }, d: { in: 'body' } },
    };
    const decoded = decodeOpenApiV2(encodeOpenApiV2(document));
    const kept = {
      definitions: { a: { type: 'string' } },
      paths: { '/': { parameters: [{ in: 'query', name: 'b' }] } },
      parameters: { d: { in: 'body' } },
    };
    assert.ok(deepEqual(decoded, kept), writeJson(decoded));
  });

  for (const [title, document] of Object.entries(REFUSED)) {
    it(`rejects ${title}`, () => {
      assert.throws(() => encodeOpenApiV2(document), /OpenAPI 2\.0/);
    });
  }
});

function encodeOpenApiV2({ paths = {}, definitions = {}, parameters = {}, ...others }: JsonObject): Uint8Array {
  const pieces = (members: JsonValue, encode: (name: string, value: JsonObject) => Uint8Array): Uint8Array[] =>
    Object.entries(members as Record<string, JsonObject>).map(([name, value]) => encode(name, value));
  return Buffer.concat(
    joinOpenApiV2(
      others,
      pieces(paths, encodePathItem),
      pieces(definitions, encodeDefinition),
      pieces(parameters, encodeParameter),
    ),
  );
}
