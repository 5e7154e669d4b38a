import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { readStructural, type StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { estimateCost } from '../cost/coster.js';
import { Run, UNHURRIED } from '../evaluate/run.js';
import { compileExpression } from '../expression.js';
import { createLibrary } from '../library/library.js';
import { CelError, type Value } from '../values/value.js';
import { declare, sizeBelow } from './declare.js';
import { schemaValue } from './values.js';

const library = createLibrary();

interface Costs {
  readonly estimate: { readonly min: number; readonly max: number };
  readonly actual: number;
}

function costs(text: string, schema: StructuralSchema, value: Value): Costs {
  const declared = declare(schema, false, 'self');
  assert.ok(declared);
  const compiled = compileExpression(text, new Map([['self', declared.type]]), library);
  assert.ok(compiled.ok, compiled.ok ? '' : compiled.problems.map(({ message }) => message).join());
  const { program, checked } = compiled;
  const run = new Run(UNHURRIED, [value]);
  const result = program.step(run);
  assert.ok(!(result instanceof CelError), result instanceof CelError ? result.message : '');
  return { estimate: estimateCost(checked, sizeBelow(declared)), actual: run.cost };
}

const NOTHING = readStructural({ type: 'object' });

describe('the cost of an expression over literals', () => {
  const FIFTY = "'01234567890123456789012345678901234567890123456789'";
  /** The estimated minimum and maximum, and the actual cost. Constants are evaluated once and then free. */
  const table: readonly (readonly [text: string, min: number, max: number, actual: number])[] = [
    ['[1, 2, 3, 4, 5].sum() == 15', 16, 16, 6],
    ['[1, 2, 3, 4, 5].isSorted()', 15, 15, 5],
    ['[1.5, 2.5].max() == 2.5', 13, 13, 3],
    ["[duration('1s'), duration('2s')].min() == duration('1s')", 16, 16, 3],
    ['[1, 2, 3, 4, 5].indexOf(3) == 2', 16, 16, 6],
    [`${FIFTY}.indexOf('123') == 1`, 6, 6, 6],
    ["url('https:://kubernetes.io/').getHost() == ''", 4, 4, 4],
    ["ip.isCanonical('192.168.0.1')", 3, 3, 3],
    ["ip('192.168.0.1').family() == 4", 4, 4, 4],
    ["cidr('192.168.0.0/16').containsIP(ip('192.168.0.1'))", 5, 8, 5],
    ['quantity("200M") == quantity("200M")', 3, 3, 3],
    ['quantity("50k").add(20).sub(quantity("100k")).asInteger() > 0 || true', 6, 6, 6],
    ['format.named("dns1123Subdomain").value().validate("my-name").hasValue()', 35, 35, 18],
    ['format.dns1123Label().validate("my-name").hasValue()', 34, 34, 10],
    ['sets.contains([1], [1])', 22, 22, 2],
    ["'abcdefghijklmnopqrst'.matches('a+b')", 3, 3, 3],
    ["'a'.startsWith('a') && 'b'.endsWith('b')", 1, 2, 2],
    ['true ? 1 == 1 : 2 == 2', 1, 1, 1],
    ['[1, 2, 3].map(x, x * 2) == [2, 4, 6]', 74, 74, 44],
    ['[3, 1, 2].sort() == [1, 2, 3]', 50, 50, 30],
    ['lists.range(5).size() == 5', 18, 18, 18],
    ["{'a': 1}.a == 1", 31, 31, 3],
    ['type(1) == int', 2, 2, 2],
  ];
  for (const [text, min, max, actual] of table) {
    it(text, () => assert.deepEqual(costs(text, NOTHING, null), { estimate: { min, max }, actual }));
  }
});

describe('the cost of an expression over values', () => {
  const properties = {
    text: { type: 'string' },
    short: { type: 'string', maxLength: 10 },
    int: { type: 'integer' },
    list: { type: 'array', items: { type: 'integer' } },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    objects: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } } },
    none: { type: 'string' },
  };
  const schema = readStructural({ type: 'object', properties });
  const value: JsonObject = {
    text: 'Rook takes 👑',
    short: 'abc',
    int: 7,
    list: [1, 2, 3],
    set: ['a', 'b', 'c'],
    map: { k1: 'a', k2: 'b' },
    objects: [{ a: 'x' }, { a: 'x' }],
  };
  const table: readonly (readonly [text: string, actual: number])[] = [
    ['self.int == self.int', 5],
    ['type(self.int) == int', 4],
    ['double(self.int) < 10.0', 4],
    ['double(5) < 10.0', 1],
    ["self.text.startsWith('Rook')", 4],
    ["self.text.matches('^[^0-9]*$')", 8],
    ['size(self.text) == 12', 4],
    ["self.text.charAt(3) == 'k'", 4],
    ["self.text.indexOf('o') == 1", 4],
    ["self.text.replace(' ', 'x') == 'Rookxtakesx👑'", 7],
    ["self.text.split(' ') == ['Rook', 'takes', '👑']", 6],
    ["self.text.substring(4, 10).trim() == 'takes'", 6],
    ["self.text.upperAscii() == 'ROOK TAKES 👑'", 6],
    ["'%e'.format([3.14]) == '3.140000×10⁰⁰'", 3],
    ["self.short in ['Pending', 'Available']", 2],
    ['1 in self.list', 5],
    ['self.list[0] in self.list', 8],
    ['self.list + [4, 5] == [1, 2, 3, 4, 5]', 4],
    ['has(self.list) && has(self.map)', 2],
    ["self.set == ['c', 'b', 'a']", 3],
    ["sets.contains(self.set, ['a'])", 6],
    ["sets.equivalent(self.set, ['a', 'b', 'c'])", 21],
    ["'k1' in self.map", 3],
    ["self.map == {'k1': 'a', 'k2': 'b'}", 3],
    ['self.objects[0] == self.objects[1]', 7],
    ['size(self.objects + [self.objects[0]]) == 3', 18],
    ["self.map.all(k, self.map[k] != '')", 15],
    ['self.list.exists_one(x, x == 2)', 12],
    ['self.list.filter(x, x > 1).size() == 2', 37],
    ['self.objects.exists(x, x.b == "z") || true', 17],
    ['self.?none.hasValue() || true', 2],
    ['[3, 1].sortBy(x, -x) == [3, 1]', 51],
  ];
  for (const [text, actual] of table) {
    it(text, () => assert.equal(costs(text, schema, schemaValue(value, schema)).actual, actual));
  }
});

describe('the estimate of a rule', () => {
  const list = (items: JsonObject, bounds: JsonObject = {}): JsonObject => ({ type: 'array', items, ...bounds });
  const table: readonly (readonly [text: string, schema: JsonObject, max: number])[] = [
    ['self.all(x, true)', list({ type: 'integer' }), 4_718_591],
    ['self.all(x, true)', list({ type: 'integer' }, { maxItems: 10 }), 32],
    ["self.contains('test')", { type: 'string' }, 314_574],
    ["self.contains('test')", { type: 'string', maxLength: 10 }, 5],
    ["self.startsWith('s')", { type: 'string' }, 2],
    ["self.matches('^(self.x)$')", { type: 'string', maxLength: 10 }, 16],
    ['self == self', { type: 'string', maxLength: 100 }, 42],
    ['self.size() > 2', { type: 'string' }, 3],
    [
      "self.all(x, x.startsWith('k'))",
      { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 10 },
      52,
    ],
    [
      "self.exists(x, self[x] == 'a')",
      { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 10 },
      82,
    ],
  ];
  for (const [text, schema, max] of table) {
    it(`${text} over ${JSON.stringify(schema)}`, () => {
      const structural = readStructural(schema);
      const declared = declare(structural, false, 'self');
      assert.ok(declared);
      const compiled = compileExpression(text, new Map([['self', declared.type]]), library);
      assert.ok(compiled.ok);
      assert.equal(estimateCost(compiled.checked, sizeBelow(declared)).max, max);
    });
  }
});
