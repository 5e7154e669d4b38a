import assert from 'node:assert/strict';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { readStructural } from '@pilothouse/apimachinery/structural/schema.js';
import { errors, INT, problems, rules, withRules } from './rules.test.helper.js';

describe('rules beyond the cost limit', () => {
  const numbers = { type: 'array', items: INT };
  const value = { l: Array.from({ length: 2_000 }, (_, index) => index) };

  it('end at the limit of a call', () => {
    const rule = 'self.l.all(x, self.l.all(y, x >= 0 || y >= 0))';
    assert.deepEqual(errors(withRules({ l: numbers }, { rule }, { rule: 'false' }), value), [
      `<nil>: Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
    ]);
  });

  it('end at the budget of the object', () => {
    const rule = 'self.all(x, self.all(y, x >= 0 || y >= 0))';
    const lists = { type: 'array', items: { ...numbers, 'x-kubernetes-validations': [{ rule }] } };
    const row = Array.from({ length: 300 }, () => 1);
    const schema = { type: 'object', properties: { ls: lists } };
    const found = errors(schema, { ls: Array.from({ length: 40 }, () => row) });
    assert.equal(found.length, 1);
    assert.match(
      found[0] ?? '',
      /^ls\[\d+\]: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run$/,
    );
  });

  it('end at the time limit', () => {
    const validate = rules.compile(
      readStructural(withRules({ l: numbers }, { rule: 'self.l.all(x, self.l.exists(y, x == y))' })),
    );
    assert.ok(validate);
    let time = 0;
    const { errors: found } = validate(value, undefined, { now: () => (time += 100), milliseconds: 300 });
    assert.deepEqual(found.map(fieldErrorText), [
      '<nil>: Invalid value: "object": validation rules may not take longer than 300 ms, no further validation rules will be run',
    ]);
  });
});

describe('hostile rules', () => {
  const refused = (rule: string): string => problems(withRules({ s: { type: 'string' } }, { rule })).join('\n');
  const table: readonly (readonly [name: string, rule: string, message: RegExp])[] = [
    ['parentheses', `${'('.repeat(5_000)}true${')'.repeat(5_000)}`, /expression recursion limit exceeded: 250/],
    ['lists', `${'['.repeat(5_000)}1${']'.repeat(5_000)} == []`, /expression recursion limit exceeded: 250/],
    ['sums', `1${'+1'.repeat(5_000)} > 0`, /expression recursion limit exceeded: 250/],
    ['selections', `self${'.s'.repeat(5_000)} == 1`, /expression recursion limit exceeded: 250/],
    [
      'a long text',
      `'${'a'.repeat(100_001)}' == ''`,
      /expression code point size exceeds limit: size: 100009, limit 100000/,
    ],
    [
      'copies of copies',
      `optional.of(1)${'.optMap(x, x)'.repeat(60)}.hasValue()`,
      /expression has more than 10000 parts/,
    ],
    ['many parts', `[${'1,'.repeat(9_999)}1] == []`, /expression has more than 10000 parts/],
    ['many tokens', `${'((((true))))||'.repeat(6_000)}true`, /expression has more than 40000 tokens/],
    ['a huge pattern', "self.s.matches('(a{1000}){11}')", /invalid matches argument/],
    [
      'many patterns',
      Array.from({ length: 12 }, (_, index) => `self.s.matches('a{990}${index}')`).join('||'),
      /invalid matches argument/,
    ],
    ['types of types', `[1]${'.map(y, {y: y})'.repeat(60)} == 1`, /found no matching overload/],
    ['an open text', "'abc", /token recognition error/],
  ];
  for (const [name, rule, message] of table) {
    it(`with ${name} are rejected`, () => assert.match(refused(rule), message));
  }

  it('accept long chains of &&', () => assert.equal(refused(`true${' && true'.repeat(2_000)}`), ''));

  it('cannot double strings without limit', () => {
    const doubled = `self.s${'.map'.slice(4)}`;
    const rule = `[${doubled}]${'.map(x, x + x)'.repeat(40)}[0].size() > 0`;
    const found = errors(withRules({ s: { type: 'string' } }, { rule }), { s: 'a'.repeat(1_000) });
    assert.match(found[0] ?? '', /texts may not be longer than 10000000 characters|cost limit exceeded/);
  });

  it('match backtracking patterns in linear time', () => {
    const schema = withRules({ s: { type: 'string' } }, { rule: "!self.s.matches('^(a+)+$')" });
    assert.deepEqual(errors(schema, { s: `${'a'.repeat(2_000)}!` }), []);
  });
});
