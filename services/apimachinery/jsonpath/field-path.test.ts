import assert from 'node:assert/strict';
import { lookUpFieldPath, type SchemaReader } from './field-path.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additional?: Schema;
}

const reader: SchemaReader<Schema> = {
  isStruct: ({ properties }) => properties !== undefined,
  field: ({ properties = {} }, name) => (Object.hasOwn(properties, name) ? properties[name] : undefined),
  member: ({ additional }) => additional,
};

const SCHEMA: Schema = {
  properties: { spec: { properties: { replicas: {}, 'a.b': {}, "it's": {}, labels: { additional: {} } } } },
};

describe('a path to a field of a schema', () => {
  const FOUND: readonly (readonly [path: string, found: string])[] = [
    ['', ''],
    ['.spec', 'spec'],
    ['.spec.replicas', 'spec.replicas'],
    ['.spec.labels.a', 'spec.labels[a]'],
    [".spec['a.b']", 'spec.a.b'],
    [".spec['it\\'s']", "spec.it's"],
    [".spec.labels['a\\n.]']", 'spec.labels[a\n.]]'],
    ["['spec']['replicas']", 'spec.replicas'],
  ];
  for (const [path, found] of FOUND) {
    it(`${path} is ${JSON.stringify(found)}`, () => {
      const result = lookUpFieldPath(path, SCHEMA, reader);
      assert.deepEqual(result.ok && result.path, found);
    });
  }

  const REFUSED: readonly (readonly [path: string, message: string, arrayNotation?: false])[] = [
    ['spec', 'expected [ or . but got: spec'],
    ['.', 'unexpected end of JSON path'],
    ['..', 'does not refer to a valid field'],
    ['.spec.', 'unexpected end of JSON path'],
    ['.spec.none', 'does not refer to a valid field'],
    ['.spec.replicas.none', 'does not refer to a valid field'],
    ['.constructor', 'does not refer to a valid field'],
    ['.spec[0]', 'expected single quoted string but got 0'],
    [".spec['a.b'", 'unexpected end of JSON path'],
    [".spec['a.b'x", 'expected ] but got x'],
    [".spec['a.b", "expected single quoted string but got 'a.b"],
    ['.spec[', 'unexpected end of JSON path'],
    [".spec['\\q']", 'invalid string literal: invalid escape char \\q'],
    [".spec['a.b']", 'array notation is not allowed', false],
    ['.spec.a b', 'does not refer to a valid field'],
  ];
  for (const [path, message, arrayNotation = true] of REFUSED) {
    it(`${path} is refused`, () =>
      assert.deepEqual(lookUpFieldPath(path, SCHEMA, reader, { arrayNotation }), { ok: false, message }));
  }

  it('takes time in proportion to its length', () => {
    for (const piece of ["'", "\\'", '.', '[', "['a']", 'a']) {
      assert.equal(lookUpFieldPath(piece.repeat(300_000), SCHEMA, reader).ok, false);
    }
  });
});
