import { foundAtOnce } from './definition/findings.test.helper.js';
import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { deepCopy, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { createMergePatch } from '@pilothouse/apimachinery/patch/diff.test.helper.js';
import { applyMergePatch } from '@pilothouse/apimachinery/patch/merge-patch.js';
import { applyStrategicMergePatch } from '@pilothouse/apimachinery/patch/strategic/apply.js';
import { createStrategicMergePatch } from '@pilothouse/apimachinery/patch/strategic/diff.test.helper.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { ProtobufError } from '@pilothouse/apimachinery/protobuf/error.js';
import { arbitraryFor } from '@pilothouse/apimachinery/schema/arbitrary.test.helper.js';
import { compileDecoder, DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { writeYaml } from '@pilothouse/apimachinery/yaml/write.js';
import { structOf } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import * as fc from 'fast-check';
import { builtInResources, virtualResources } from './built-in.js';
import type { ResourceDefinition } from './definition/definition.js';

const RUNS = { numRuns: 25 };
const NOW = new Date('2030-01-02T03:04:05Z');

const resources = builtInResources(createDomain());

/** Every request body type, by its OpenAPI name. */
const schemas = new Map<string, StructSchema>();
for (const { versions, subresources } of [...resources, ...virtualResources(createDomain())]) {
  for (const { schema } of versions) schemas.set(schema.name, structOf(schema));
  for (const each of Object.values(subresources)) if ('schema' in each) schemas.set(each.schema.name, each.schema);
}

function objectOf(value: JsonValue): JsonObject {
  assert.ok(isObject(value));
  return value;
}

for (const [name, schema] of schemas) {
  describe(`every ${name}`, () => {
    const decode = compileDecoder(schema);
    const validate = compileValidator(schema);
    const toProtobuf = compileProtobufEncoder(schema);
    const fromProtobuf = compileProtobufDecoder(schema);
    const any = arbitraryFor(structOf(schema), { valid: false, defaults: true });
    const valid = arbitraryFor(schema, { valid: true, defaults: true });

    it('survives JSON, YAML and protobuf, and gets its defaults exactly once', () => {
      fc.assert(
        fc.property(any, (value) => {
          for (const given of [objectOf(parseJson(writeJson(value)).value), fromProtobuf(toProtobuf(value))]) {
            const { value: again, unknown } = decode(given);
            assert.equal(writeJson(again), writeJson(value));
            assert.deepEqual(unknown, []);
          }
          // YAML is written with sorted keys, also within untyped values.
          const { value: again, unknown } = decode(objectOf(parseYaml(writeYaml(value)).value));
          assert.ok(deepEqual(again, value), writeJson(value));
          assert.deepEqual(unknown, []);
        }),
        RUNS,
      );
    });

    it('that satisfies its schema passes validation on create and update', () => {
      fc.assert(
        fc.property(valid, (value) => {
          assert.deepEqual(validate(value), []);
          assert.deepEqual(validate(value, deepCopy(value)), []);
        }),
        RUNS,
      );
    });

    it('is the result of the patch between any other object and it', () => {
      fc.assert(
        fc.property(valid, valid, (from, to) => {
          const merge = createMergePatch(from, to);
          const strategic = createStrategicMergePatch(from, to, schema);
          for (const patched of [applyMergePatch(from, merge), applyStrategicMergePatch(from, strategic, schema)]) {
            assert.ok(deepEqual(decode(patched).value, to), `${writeJson(strategic)} made ${writeJson(patched)}`);
          }
        }),
        RUNS,
      );
    });

    it('in truncated or damaged protobuf is decoded or refused', () => {
      const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(any, fc.nat(), damage, (value, cut, changes) => {
          const bytes = toProtobuf(value);
          const damaged = Uint8Array.from(bytes);
          for (const [place, byte] of changes) damaged[place % (bytes.length || 1)] = byte;
          for (const hostile of [damaged, bytes.subarray(0, cut % (bytes.length || 1))]) {
            try {
              decode(fromProtobuf(hostile));
            } catch (error) {
              assert.ok(error instanceof ProtobufError || error instanceof DecodeError, String(error));
            }
          }
        }),
        { numRuns: 100 },
      );
    });
  });
}

for (const definition of resources) {
  const { kind, group, versions } = definition;
  for (const { name, schema } of versions) {
    it(`the rules of ${kind} in ${group || 'core'}/${name} never throw, and tables show any object`, async () => {
      const any = arbitraryFor(structOf(schema), { valid: false, defaults: true });
      await fc.assert(
        fc.asyncProperty(any, any, (object, old) => exercise(definition, object, old)),
        RUNS,
      );
    });
  }
}

/** Runs all functions of a kind on an object. None may throw, or change an object that it must not change. */
async function exercise(definition: ResourceDefinition, ...objects: [JsonObject, JsonObject]): Promise<void> {
  const { strategy, columns, selectableFields, subresources, storedAs } = definition;
  const [object, old] = objects;
  const before = objects.map(writeJson);
  for (const column of columns) assert.notEqual(column.cell(object, NOW), undefined, column.name);
  for (const [name, field] of Object.entries(selectableFields))
    assert.equal(typeof field.value(object), 'string', name);
  await strategy.ready?.(object);
  foundAtOnce(strategy.validate?.(object, undefined));
  foundAtOnce(strategy.validate?.(object, old));
  for (const subresource of Object.values(subresources)) {
    if (subresource.type === 'part') foundAtOnce(subresource.validate?.(object, old));
  }
  if (storedAs !== undefined) assert.ok(deepEqual(storedAs.fromStored(storedAs.toStored(object)), object));
  assert.deepEqual(objects.map(writeJson), before);

  strategy.prepareForCreate?.(deepCopy(object));
  const prepared = deepCopy(object);
  strategy.prepareForUpdate?.(prepared, old, new Date(0));
  for (const subresource of Object.values(subresources)) {
    if (subresource.type === 'part') subresource.prepareForUpdate(deepCopy(object), old, new Date(0));
    if (subresource.type === 'view') subresource.put(deepCopy(object), subresource.show(old));
  }
  const filled = deepCopy(object);
  definition.setDefaults?.(filled);
  const again = deepCopy(filled);
  definition.setDefaults?.(again);
  assert.ok(deepEqual(again, filled));
  strategy.gracePeriod?.(object, undefined);
  strategy.termination?.isFinished(object);
  strategy.termination?.begin(deepCopy(object), new Date(0));
  assert.equal(writeJson(old), before[1]);
}
