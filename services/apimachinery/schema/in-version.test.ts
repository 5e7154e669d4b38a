import assert from 'node:assert/strict';
import { text } from './common.js';
import { inVersion } from './in-version.js';
import type { Schema, StructSchema } from './schema.js';

const PACKAGE = 'io.example.shop';

function struct(name: string, fields: Readonly<Record<string, () => Schema>>): StructSchema {
  return {
    type: 'struct',
    name,
    description: '',
    atomic: false,
    fields: Object.entries(fields).map(([field, schema], index) => ({
      name: field,
      number: index + 1,
      description: '',
      schema,
      presence: 'implicit',
      required: false,
      immutable: false,
    })),
  };
}

function fieldOf(schema: StructSchema, name: string): Schema {
  const field = schema.fields.find((each) => each.name === name);
  assert.ok(field, name);
  return field.schema();
}

describe('a type in another version', () => {
  const other = struct('io.example.v1.Other', {});
  const part = struct(`${PACKAGE}.v1.Part`, { text: () => text });
  const tree: StructSchema = struct(`${PACKAGE}.v1.Tree`, {
    parts: () => ({ type: 'list', items: () => part, listType: 'atomic', keys: [] }),
    named: () => ({ type: 'map', values: () => part, atomic: false }),
    below: () => tree,
    other: () => other,
    text: () => text,
  });

  it('has the names of that version in its own package, also where it is recursive', () => {
    const beta = inVersion(tree, 'v1beta1');
    assert.equal(beta.name, `${PACKAGE}.v1beta1.Tree`);
    assert.equal(fieldOf(beta, 'below'), beta);
    assert.equal(fieldOf(beta, 'other'), other);
    assert.equal(fieldOf(beta, 'text'), text);
    const [list, map] = [fieldOf(beta, 'parts'), fieldOf(beta, 'named')];
    assert.ok(list.type === 'list' && map.type === 'map');
    const items = list.items();
    assert.ok(items.type === 'struct');
    assert.equal(items.name, `${PACKAGE}.v1beta1.Part`);
    assert.equal(map.values(), items);
    assert.equal(tree.name, `${PACKAGE}.v1.Tree`);
  });

  it('has the messages that differ, which may refer to messages of both versions', () => {
    const changed: StructSchema = struct(`${PACKAGE}.v1beta1.Part`, { tree: () => tree, part: () => changed });
    const beta = inVersion(tree, 'v1beta1', [changed]);
    const list = fieldOf(beta, 'parts');
    assert.ok(list.type === 'list');
    const found = list.items();
    assert.ok(found.type === 'struct');
    assert.equal(fieldOf(found, 'tree'), beta);
    assert.equal(fieldOf(found, 'part'), found);
  });
});
