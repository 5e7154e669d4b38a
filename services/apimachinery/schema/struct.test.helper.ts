import assert from 'node:assert/strict';
import type { ResourceNames } from './resource-names.js';
import type { ObjectSchema, StructSchema } from './schema.js';

/** The type of a built-in kind. */
export function structOf(schema: ObjectSchema): StructSchema {
  assert.equal(schema.type, 'struct');
  return schema.type === 'struct' ? schema : assert.fail();
}

/** Properties common to all built-in kinds, such as protobuf support. */
export function present<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined);
  return value;
}

/** The schemas exported by a generated module. */
export function schemasIn(module: Readonly<Record<string, StructSchema | ResourceNames>>): StructSchema[] {
  return Object.values(module).filter((value) => 'fields' in value);
}
