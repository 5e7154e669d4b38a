import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { readStructural } from '@pilothouse/apimachinery/structural/schema.js';
import { INT, PATH, problems, rules, TEXT, withRules } from './rules.test.helper.js';

describe('rules in a definition', () => {
  const at = (index: number, field = 'rule'): string => `${PATH}.x-kubernetes-validations[${index}].${field}`;
  const ADVICE =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  const reported = (rule: string, detail: string, more: Readonly<Record<string, JsonValue>> = {}): string => {
    const written = {
      Rule: rule,
      Message: '',
      MessageExpression: '',
      Reason: null,
      FieldPath: '',
      OptionalOldSelf: null,
    };
    const shown = JSON.stringify({ ...written, ...more }).replaceAll('&', String.raw`\u0026`);
    return `Invalid value: ${shown}: ${detail}`;
  };

  const table: readonly (readonly [rule: string, detail: string])[] = [
    [
      'self.a == 1 && self.y',
      "compilation failed: ERROR: <input>:1:20: undefined field 'y'\n | self.a == 1 && self.y\n | ...................^",
    ],
    [
      "self.a == 'x'",
      "compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(int, string)'\n | self.a == 'x'\n | .......^",
    ],
    [
      'foo(self.a)',
      "compilation failed: ERROR: <input>:1:4: undeclared reference to 'foo' (in container '')\n | foo(self.a)\n | ...^",
    ],
    [
      'self.b.foo()',
      "compilation failed: ERROR: <input>:1:11: undeclared reference to 'foo' (in container '')\n | self.b.foo()\n | ..........^",
    ],
    [
      'authorizer != null',
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')\n | authorizer != null\n | ^",
    ],
    ['self.a', 'cel expression must evaluate to a bool'],
    [
      "self.b.matches('[')",
      "compilation failed: ERROR: <input>:1:16: invalid matches argument\n | self.b.matches('[')\n | ...............^",
    ],
    [
      "duration('x') == duration('1s')",
      "compilation failed: ERROR: <input>:1:10: invalid duration argument\n | duration('x') == duration('1s')\n | .........^",
    ],
    [
      "[1, 'a'] == []",
      "compilation failed: ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, 'a'] == []\n | ....^",
    ],
    [
      'self.a.all(x, true)',
      "compilation failed: ERROR: <input>:1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | self.a.all(x, true)\n | ....^",
    ],
    [
      "'👑' == self.a",
      "compilation failed: ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(string, int)'\n | '👑' == self.a\n | .．..^",
    ],
    ['if', 'compilation failed: ERROR: <input>:1:1: reserved identifier: if\n | if\n | ^'],
    ['has(self)', 'compilation failed: ERROR: <input>:1:5: invalid argument to has() macro\n | has(self)\n | ....^'],
    [
      'self.metadata.labels == {}',
      "compilation failed: ERROR: <input>:1:14: undefined field 'labels'\n | self.metadata.labels == {}\n | .............^",
    ],
  ];
  for (const [rule, detail] of table) {
    it(`${rule} is rejected`, () => {
      assert.deepEqual(problems(withRules({ a: INT, b: TEXT }, { rule })), [`${at(0)}: ${reported(rule, detail)}`]);
    });
  }

  it('must have string messages', () => {
    const more = { Message: '', MessageExpression: 'self.a' };
    assert.deepEqual(problems(withRules({ a: INT }, { rule: 'true', messageExpression: 'self.a' })), [
      `${at(0, 'messageExpression')}: ${reported('true', 'messageExpression must evaluate to a string', more)}`,
    ]);
  });

  it('are limited in cost, individually and in total', () => {
    const texts = { type: 'array', items: { type: 'string' } };
    assert.deepEqual(problems(withRules({ a: texts }, { rule: 'self.a.all(x, self.a.all(y, x == y))' })), [
      `${at(0)}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${ADVICE}`,
      `${at(0)}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `${PATH}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${ADVICE}`,
    ]);
    assert.deepEqual(problems(withRules({ a: texts }, { rule: "self.a.all(x, x.contains('ab'))" })), [
      `${at(0)}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${ADVICE}`,
      `${at(0)}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      `${PATH}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${ADVICE}`,
    ]);
    const bounded = { type: 'array', maxItems: 100, items: TEXT };
    assert.deepEqual(problems(withRules({ a: bounded }, { rule: 'self.a.all(x, self.a.all(y, x == y))' })), []);
  });

  it('keep their cost if the schema is unchanged', () => {
    const schema = readStructural(withRules({ a: { type: 'string' } }, { rule: 'self.a.contains(self.a + self.a)' }));
    const reported = (limitsEach: boolean): number => rules.problems(schema, PATH, { limitsEach }).length;
    assert.deepEqual([reported(true), reported(false)], [3, 2]);
  });

  it('are checked in five steps each', () => {
    const schema = readStructural(withRules({ a: INT }, { rule: 'self.a > 0' }, { rule: 'self.a > 1' }));
    assert.equal([...rules.problemsInSteps(schema, PATH)].length, 10);
    assert.equal([...rules.compileInSteps(schema)].length, 10);
  });

  it('are multiplied by the number of their values', () => {
    const item = { ...withRules({ a: INT }, { rule: 'self.a > 0' }), required: ['a'] };
    const list = (bounds: JsonObject): JsonObject => ({
      type: 'object',
      properties: { l: { type: 'array', items: item, ...bounds } },
    });
    assert.deepEqual(problems(list({})), []);
    const costly = { ...withRules({ a: { type: 'string' } }, { rule: "self.a.contains('ab')" }) };
    const unbounded = { type: 'object', properties: { l: { type: 'array', items: costly } } };
    assert.equal(problems(unbounded).length, 3);
    assert.deepEqual(
      problems({ type: 'object', properties: { l: { type: 'array', maxItems: 10, items: costly } } }),
      [],
    );
  });

  it('use old values only if they exist', () => {
    const items = { ...TEXT, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
    const field = 'schema.properties[l].items.x-kubernetes-validations[0].rule';
    assert.deepEqual(problems({ type: 'object', properties: { l: { type: 'array', maxItems: 5, items } } }), [
      `${field}: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[l]`,
    ]);
    assert.deepEqual(problems(withRules({ a: INT }, { rule: 'self.a > 1', optionalOldSelf: true })), [
      `${at(0, 'optionalOldSelf')}: Invalid value: true: may not be set if oldSelf is not used in rule`,
    ]);
    assert.deepEqual(
      problems(withRules({ a: INT }, { rule: 'oldSelf.hasValue() || self.a > 1', optionalOldSelf: true })),
      [],
    );
  });
});
