import assert from 'node:assert/strict';
import { RE2JS } from 're2js';
import { parseJson } from '../json/parse.js';
import { isObject, type JsonObject } from '../json/value.js';
import type { CompilePattern } from '../schema/schema.js';
import { fieldErrorText } from '../status/field-error.js';
import { compileListTypes } from './list-types.js';
import { readStructural } from './schema.js';
import { compileStructuralValidator } from './validate.js';

const compilePattern: CompilePattern = (pattern) => {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.test(text);
};

function parsed(value: object): JsonObject {
  const { value: copy } = parseJson(JSON.stringify(value));
  assert.ok(isObject(copy));
  return copy;
}

interface Validation {
  readonly old?: unknown;
  readonly maxComparisons?: number;
}

/** The errors, and the number of steps. */
function validated(
  schema: object,
  value: unknown,
  { old, ...options }: Validation,
): { readonly errors: string[]; readonly steps: number } {
  const structural = readStructural(parsed({ type: 'object', properties: { v: schema } }));
  const validate = compileStructuralValidator(structural, { compilePattern, ...options });
  const running = validate(parsed({ v: value }), old === undefined ? undefined : parsed({ v: old }));
  for (let steps = 0; ; steps++) {
    const step = running.next();
    if (step.done === true) return { errors: step.value.map(fieldErrorText), steps };
  }
}

function errorsOf(schema: object, value: unknown, old?: unknown): string[] {
  return validated(schema, value, { old }).errors;
}

const NESTED = { type: 'object', properties: { a: { type: 'integer', minimum: 3 }, b: { type: 'string' } } };

describe('validation errors of a custom resource', () => {
  const cases: readonly (readonly [schema: object, value: unknown, errors: string[]])[] = [
    [{ type: 'integer' }, 'x', ['v: Invalid value: "string": v in body must be of type integer: "string"']],
    [
      { type: 'integer' },
      1.5,
      [
        'v: Invalid value: "number": v in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in v',
      ],
    ],
    [{ type: 'integer' }, 1, []],
    [{ type: 'number' }, 1, []],
    [{ type: 'string' }, null, ['v: Invalid value: "null": v in body must be of type string: "null"']],
    [{ type: 'string', nullable: true }, null, []],
    [{ 'x-kubernetes-int-or-string': true }, 1, []],
    [{ 'x-kubernetes-int-or-string': true }, '5%', []],
    [
      { 'x-kubernetes-int-or-string': true },
      true,
      ['v: Invalid value: "boolean": v in body must be of type integer,string: "boolean"'],
    ],
    [
      { type: 'integer', format: 'int32' },
      2 ** 31,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in v'],
    ],
    [{ type: 'integer', minimum: 3 }, 2, ['v: Invalid value: 2: v in body should be greater than or equal to 3']],
    [
      { type: 'integer', maximum: 3, exclusiveMaximum: true },
      3,
      ['v: Invalid value: 3: v in body should be less than 3'],
    ],
    [{ type: 'number', multipleOf: 0.1 }, 0.3, []],
    [{ type: 'integer', multipleOf: 2 }, 3, ['v: Invalid value: 3: v in body should be a multiple of 2']],
    [{ type: 'string', maxLength: 2 }, '😀😀😀', ['v: Too long: may not be more than 2 bytes']],
    [{ type: 'string', minLength: 2 }, '😀', ['v: Invalid value: "😀": v in body should be at least 2 chars long']],
    [
      { type: 'string', pattern: '^a+$', maxLength: 2, minLength: 1 },
      'bcd',
      ['v: Too long: may not be more than 2 bytes'],
    ],
    [{ type: 'string', pattern: '^a+$' }, 'b', [`v: Invalid value: "b": v in body should match '^a+$'`]],
    [{ type: 'string', pattern: 'b' }, 'abc', []],
    [{ type: 'string', format: 'ipv4' }, 'x', ['v: Invalid value: "x": v in body must be of type ipv4: "x"']],
    [{ type: 'string', format: 'date-time' }, '2026-01-02T03:04:05Z', []],
    [{ type: 'string', format: 'no-such-format' }, 'x', []],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', ['v: Unsupported value: "c": supported values: "a", "b"']],
    [{ enum: [1, { a: 1 }] }, { a: 1 }, []],
    [
      { type: 'array', items: { type: 'string' }, maxItems: 1 },
      ['a', 'b'],
      ['v: Too many: 2: must have at most 1 item'],
    ],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1 },
      [],
      ['v: Invalid value: 0: v in body should have at least 1 items'],
    ],
    [
      { type: 'array', items: { type: 'string' } },
      ['a', 1],
      ['v[1]: Invalid value: "integer": v[1] in body must be of type string: "integer"'],
    ],
    [{ type: 'object', minProperties: 1 }, {}, ['v: Invalid value: 0: v in body should have at least 1 properties']],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, ['v: Too many: 2: must have at most 1 item']],
    [{ ...NESTED, required: ['a', 'c'] }, { a: 3 }, ['v.c: Required value']],
    [
      NESTED,
      { a: 1, b: 2 },
      [
        'v.a: Invalid value: 1: v.a in body should be greater than or equal to 3',
        'v.b: Invalid value: "integer": v.b in body must be of type string: "integer"',
      ],
    ],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      { k: 1 },
      ['v.k: Invalid value: "integer": v.k in body must be of type string: "integer"'],
    ],
    [
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      ['<nil>: Invalid value: "": "v" must validate at least one schema (anyOf)', 'v.a: Required value'],
    ],
    [
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      { a: 1, b: 1 },
      ['<nil>: Invalid value: "": "v" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      { allOf: [{ required: ['a'] }, { required: ['b'] }] },
      { a: 1 },
      ['v.b: Required value', '<nil>: Invalid value: "": "v" must validate all the schemas (allOf)'],
    ],
    [{ not: { required: ['a'] } }, { a: 1 }, ['<nil>: Invalid value: "": "v" must not validate the schema (not)']],
  ];
  for (const [schema, value, errors] of cases) {
    it(`${JSON.stringify(value)} as ${JSON.stringify(schema)}`, () =>
      assert.deepEqual(errorsOf(schema, value), errors));
  }

  it('match patterns in linear time', () => {
    assert.equal(errorsOf({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(10_000)}b`).length, 1);
  });

  it('are limited to a thousand', () => {
    const list = { type: 'array', items: { type: 'string' } };
    assert.equal(
      errorsOf(
        list,
        Array.from({ length: 5000 }, () => 1),
      ).length,
      1000,
    );
  });
});

describe('the comparison budget of an object', () => {
  const items = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
  const alternatives = (count: number, kind: 'anyOf' | 'oneOf'): object => ({
    type: 'array',
    items: {
      type: 'object',
      [kind]: Array.from({ length: count }, (_, index) => ({ properties: { a: { enum: [index] } } })),
    },
  });
  const refused = (field: string, most = 1_000_000): string[] => [
    `${field}: Forbidden: validation takes more than ${most} comparisons with parts of the schema`,
  ];
  const firstOf = (schema: object, value: unknown, options: Validation = {}): string =>
    validated(schema, value, options).errors[0]?.replace(/\[\d+\].*?:/, '[…]:') ?? '';
  const few = { maxComparisons: 10_000 };

  it('rejects expensive alternatives', () => {
    assert.deepEqual([firstOf(alternatives(50, 'anyOf'), items(500, { a: 49 }), few)], refused('v[…]', 10_000));
    assert.deepEqual([firstOf(alternatives(50, 'oneOf'), items(500, { a: 0 }), few)], refused('v[…]', 10_000));
  });

  const long: readonly (readonly [what: string, schema: object, value: unknown])[] = [
    ['alternatives', alternatives(50, 'anyOf'), items(100, { a: 49 })],
    ['alternatives of a value', { oneOf: Array.from({ length: 3000 }, (_, index) => ({ enum: [index] })) }, 3],
    ['items', { type: 'array', items: { type: 'integer' } }, items(5000, 1)],
    [
      'additional properties',
      { type: 'object', additionalProperties: { type: 'object' } },
      Object.fromEntries(items(5000, {}).entries()),
    ],
  ];
  for (const [what, schema, value] of long) {
    it(`takes steps for many ${what}`, () => {
      const { errors, steps } = validated(schema, value, {});
      assert.deepEqual(errors, []);
      assert.ok(steps >= 5 && steps <= 50, `${steps} steps`);
    });
  }

  it('accepts objects if the first alternatives match', () => {
    assert.deepEqual(errorsOf(alternatives(500, 'anyOf'), items(5000, { a: 0 })), []);
  });

  it('rejects long texts with many patterns', () => {
    const schema = { anyOf: Array.from({ length: 100 }, (_, index) => ({ pattern: `^${index}$` })) };
    assert.deepEqual(errorsOf(schema, 'a'.repeat(1_000_000)), refused('v'));
  });

  it('rejects a long text with a pattern of many states, unless the text is unchanged', () => {
    const pattern = '(a|b)*a(a|b){900}$';
    const text = 'ab'.repeat(150_000);
    assert.deepEqual(errorsOf({ type: 'string', pattern }, text), refused('v'));
    assert.deepEqual(errorsOf({ type: 'string', pattern }, text, text), []);
    const list = { type: 'array', items: { type: 'string', pattern: '^a{900}a*$' } };
    assert.deepEqual([firstOf(list, items(200, 'a'.repeat(1000)))], refused('v[…]'));
  });

  it('accepts patterns with few states, or short texts', () => {
    assert.deepEqual(errorsOf({ type: 'string', pattern: '^[a-z]+$' }, 'a'.repeat(1_000_000)), []);
    const label = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' };
    assert.deepEqual(errorsOf({ type: 'array', items: label }, items(45_000, 'a'.repeat(63))), []);
  });

  it('rejects many required names in alternatives', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `n${index}`);
    const schema = { type: 'array', items: { type: 'object', not: { required: names } } };
    assert.deepEqual([firstOf(schema, items(5000, {}), few)], refused('v[…]', 10_000));
  });

  it('reports at most a thousand values outside the schema', () => {
    const schema = { type: 'object', required: Array.from({ length: 5000 }, (_, index) => `n${index}`) };
    assert.equal(errorsOf(schema, {}).length, 1000);
  });

  it('compares a scalar with all enum values at once', () => {
    const list = {
      type: 'array',
      items: { enum: [...Array.from({ length: 50_000 }, (_, index) => index), null, true] },
    };
    const value = Array.from({ length: 50_000 }, () => 49_999);
    assert.deepEqual(errorsOf(list, [...value, true]), []);
    assert.equal(errorsOf({ enum: [{ a: 1 }, [1]] }, { a: 1 }).length, 0);
    assert.equal(errorsOf({ enum: [{ a: 1 }, [1]] }, { a: 2 }).length, 1);
    assert.equal(errorsOf({ enum: [0, 1] }, false).length, 1);
  });

  it('checks properties in the order of the schema', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`p${99 - index}`, { type: 'string' }]),
    );
    assert.deepEqual(
      errorsOf({ type: 'object', properties }, { p1: 1, p3: 1, p2: 1 }).map((text) => text.split(':')[0]),
      ['v.p3', 'v.p2', 'v.p1'],
    );
  });
});

describe('validation ratcheting of a value that violates a stricter schema', () => {
  const keyed = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['b'],
    items: NESTED,
  };
  const cases: readonly (readonly [title: string, schema: object, old: unknown, value: unknown, errors: number])[] = [
    ['accepts an unchanged value', NESTED, { a: 1 }, { a: 1, b: 'new' }, 0],
    ['rejects a changed value', NESTED, { a: 1 }, { a: 2 }, 1],
    [
      'accepts it in the item with the same keys',
      keyed,
      [{ b: 'x', a: 1 }],
      [
        { b: 'y', a: 3 },
        { b: 'x', a: 1 },
      ],
      0,
    ],
    [
      'rejects it in an item of a list without keys',
      { type: 'array', items: NESTED },
      [{ a: 1 }],
      [{ a: 1 }, { a: 3 }],
      1,
    ],
    ['accepts it in an unchanged list', { type: 'array', items: NESTED }, [{ a: 1 }], [{ a: 1 }], 0],
    ['accepts it below alternatives', { oneOf: [NESTED] }, { a: 1 }, { a: 1 }, 0],
  ];
  for (const [title, schema, old, value, errors] of cases) {
    it(title, () => assert.equal(errorsOf(schema, value, old).length, errors));
  }
});

describe('lists of custom resources', () => {
  const find = (list: object, value: unknown): string[] => {
    const schema = readStructural(parsed({ type: 'object', properties: { v: { type: 'array', ...list } } }));
    return compileListTypes(schema)(parsed({ v: value })).map(fieldErrorText);
  };
  const map = (...keys: string[]): object => ({
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { type: 'object' },
  });

  const cases: readonly (readonly [list: object, value: unknown, errors: string[]])[] = [
    [{ 'x-kubernetes-list-type': 'set' }, ['a', 'b', 'a', 'a'], ['v[2]: Duplicate value: "a"']],
    [{ 'x-kubernetes-list-type': 'atomic' }, ['a', 'a'], []],
    [map('k'), [{ k: 1 }, { k: 2 }, { k: 1, x: 1 }], ['v[2]: Duplicate value: {"k":1}']],
    [map('k', 'l'), [{ k: 1 }, { k: 1, l: 1 }, { k: 1 }], ['v[2]: Duplicate value: {"k":1}']],
    [map('k'), [{}, {}], ['v[1]: Duplicate value: {}']],
    [map('k'), [{ k: 1 }, 3], ['v[1]: Invalid value: 3: must be an object for an array of list-type map']],
  ];
  for (const [list, value, errors] of cases) {
    it(`${JSON.stringify(value)} in ${JSON.stringify(list)}`, () => assert.deepEqual(find(list, value), errors));
  }
});
