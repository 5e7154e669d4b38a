import assert from 'node:assert/strict';
import { configMapSchema, namespaceSchema, secretSchema, serviceAccountSchema } from '../generated/core/v1.js';
import { conditionSchema, objectMetaSchema } from '../generated/meta/v1.js';
import { parseJson } from '../json/parse.js';
import { isObject, type JsonObject } from '../json/value.js';
import { fieldErrorText } from '../status/field-error.js';
import { compileDecoder } from './decode.js';
import type { StructSchema } from './schema.js';
import { compileValidator } from './validate.js';

function decoded(schema: StructSchema, text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value));
  return compileDecoder(schema)(value).value;
}

const CONDITION = '"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z","reason":"Up"';
const OWNER = '{"apiVersion":"v1","kind":"A","name":"b","uid":"u"}';
const CONFIG_KEY_MESSAGE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

describe('schema/validate', () => {
  const cases: readonly (readonly [schema: StructSchema, input: string, errors: readonly string[]])[] = [
    [configMapSchema, '{"data":{"a":"b"},"metadata":{"name":"x"}}', []],
    [configMapSchema, '{"data":{"a b":"c"}}', [`data[a b]: Invalid value: "a b": ${CONFIG_KEY_MESSAGE}`]],
    [
      objectMetaSchema,
      '{"ownerReferences":[{}]}',
      ['apiVersion', 'kind', 'name', 'uid'].map((name) => `ownerReferences[0].${name}: Required value`),
    ],
    [objectMetaSchema, `{"ownerReferences":[${OWNER},${OWNER}],"finalizers":["a/b","a/b"]}`, []],
    [objectMetaSchema, '{"generation":-1}', ['generation: Invalid value: -1: must be greater than or equal to 0']],
    [
      objectMetaSchema,
      '{"managedFields":[{"operation":"Sing"}]}',
      ['managedFields[0].operation: Unsupported value: "Sing": supported values: "Apply", "Update"'],
    ],
    [
      namespaceSchema,
      '{"status":{"phase":"Gone"}}',
      ['status.phase: Unsupported value: "Gone": supported values: "Active", "Terminating"'],
    ],
    [
      serviceAccountSchema,
      '{"secrets":[{"name":"a"},{"name":"a"}],"imagePullSecrets":[{"name":"a"},{"name":"a"}]}',
      [],
    ],
    [conditionSchema, `{${CONDITION}}`, []],
    [
      conditionSchema,
      '{}',
      ['type', 'status', 'lastTransitionTime', 'reason'].map((name) => `${name}: Required value`),
    ],
    [
      conditionSchema,
      `{${CONDITION},"message":"${'é'.repeat(16_385)}"}`,
      ['message: Too long: may not be more than 32768 bytes'],
    ],
  ];
  for (const [schema, input, errors] of cases) {
    it(`finds ${errors.join('; ') || 'nothing'}`, () => {
      assert.deepEqual(compileValidator(schema)(decoded(schema, input)).map(fieldErrorText), errors);
    });
  }

  const changes: readonly (readonly [schema: StructSchema, from: string, to: string, errors: readonly string[]])[] = [
    [secretSchema, '{"metadata":{"name":"a"},"type":"x"}', '{"metadata":{"name":"a"},"type":"x"}', []],
    [secretSchema, '{"type":"x"}', '{}', ['type: Invalid value: "Opaque": field is immutable']],
    [
      secretSchema,
      '{"metadata":{"name":"a","labels":{"a":"b"}}}',
      '{"metadata":{"name":"b"}}',
      ['metadata.name: Invalid value: "b": field is immutable'],
    ],
    [objectMetaSchema, '{"uid":"a"}', '{}', ['uid: Invalid value: "": field is immutable']],
  ];
  for (const [schema, from, to, errors] of changes) {
    it(`from ${from} to ${to}: ${errors.join('; ') || 'nothing'}`, () => {
      const found = compileValidator(schema)(decoded(schema, to), decoded(schema, from));
      assert.deepEqual(found.map(fieldErrorText), errors);
    });
  }
});
