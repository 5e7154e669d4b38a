import assert from 'node:assert/strict';
import { estimateCost } from '../cost/coster.js';
import { Run, UNHURRIED } from '../evaluate/run.js';
import { compileExpression } from '../expression.js';
import { createLibrary } from '../library/library.js';
import { problemsText } from '../syntax/problem.js';
import { DYN, runtimeText } from '../types/type.js';
import { jsonValue } from '../values/json.js';
import { CelError, Message, type Value } from '../values/value.js';
import { toJson } from './json.js';
import { withPatches } from './library.js';
import { typeNameProblem } from './type-names.js';

const library = withPatches(createLibrary());
const OBJECT = { spec: { replicas: 1, list: ['a'], huge: 2n ** 60n }, metadata: { labels: { 'a/b': '1' } } };

function compile(text: string) {
  const compiled = compileExpression(text, new Map([['object', DYN]]), library);
  assert.ok(compiled.ok, compiled.ok ? '' : problemsText(text, compiled.problems));
  return compiled;
}

function evaluate(text: string): { readonly value: Value; readonly cost: number } {
  const { program } = compile(text);
  const run = new Run(UNHURRIED, [jsonValue(OBJECT)]);
  return { value: program.step(run), cost: run.cost };
}

describe('an object that an expression constructs', () => {
  const values: [expression: string, json: unknown][] = [
    ['Object{}', {}],
    ['Object{spec: Object.spec{replicas: 3}}', { spec: { replicas: 3 } }],
    [
      'Object{metadata: Object.metadata{labels: {"a": "b"}}, spec: Object.spec{list: object.spec.list}}',
      { metadata: { labels: { a: 'b' } }, spec: { list: ['a'] } },
    ],
    [
      'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a"}]}}',
      { spec: { containers: [{ name: 'a' }] } },
    ],
    ['Object{?spec: optional.none(), ?status: optional.of(1)}', { status: 1 }],
    ['Object{?spec: object.?nothing, ?other: object.?spec.?replicas}', { other: 1 }],
    ['Object{items: object.spec.list.map(name, Object.items{name: name})}', { items: [{ name: 'a' }] }],
    [
      'Object{huge: object.spec.huge, double: 1.5, time: timestamp("2024-01-02T03:04:05Z")}',
      { huge: 2n ** 60n, double: 1.5, time: '2024-01-02T03:04:05Z' },
    ],
    ['[JSONPatch{op: "add", path: "/a", value: Object.spec{x: 1}}]', [{ op: 'add', path: '/a', value: { x: 1 } }]],
    ['true ? [] : [JSONPatch{op: "remove", path: "/a"}]', []],
    ['JSONPatch{op: "add"}.op', 'add'],
    ['"/metadata/labels/" + jsonpatch.escapeKey("k8s.io/my~label")', '/metadata/labels/k8s.io~1my~0label'],
    ['Object{a: 1} == Object{a: 1} && Object{a: 1} != Object{a: 2} && Object{} != dyn(Object.a{})', true],
    ['[Object{a: 1}] == [Object{a: 1}] && has(JSONPatch{op: "a"}.op) && !has(JSONPatch{op: "a"}.path)', true],
  ];
  for (const [expression, json] of values) {
    it(expression, () =>
      assert.deepEqual(structured(toJson(evaluate(expression).value, { hugeIntegersAreTexts: false })), json),
    );
  }

  it('has huge integers as texts in a JSON patch', () => {
    assert.equal(toJson(evaluate('object.spec.huge').value, { hugeIntegersAreTexts: true }), String(2n ** 60n));
  });

  const errors: [expression: string, error: RegExp][] = [
    ['Object{a: 1}.a', /no such overload/],
    ['JSONPatch{op: object.spec.replicas}', /unexpected type int64 for JSONPatchType 'op' field/],
    ['JSONPatch{ops: object.spec.replicas}', /unexpected JSONPatchType field: ops/],
    ['Object{a: 1 / object.spec.nothing}', /no such key: nothing/],
    ['Object{?a: object.spec.replicas}', /not optional/],
  ];
  for (const [expression, error] of errors) {
    it(`is an error: ${expression}`, () => {
      const { value } = evaluate(expression);
      assert.ok(value instanceof CelError);
      assert.match(value.message, error);
    });
  }

  const notJson: [expression: string, error: RegExp][] = [
    ['Object{a: {1: 2}}', /unsupported type conversion from 'int' to string/],
    ['Object{a: optional.none()}', /unsupported type: optional_type/],
    ['Object{a: type(1)}', /unsupported type: type/],
    ['Object{a: 1.0 / 0.0}', /unsupported value: Infinity/],
    ['Object{a: lists.range(10000000)}', /larger than/],
  ];
  for (const [expression, error] of notJson) {
    it(`is not JSON: ${expression}`, () => {
      const json = toJson(evaluate(expression).value, { hugeIntegersAreTexts: false });
      assert.ok(json instanceof CelError);
      assert.match(json.message, error);
    });
  }

  const costs: [expression: string, cost: number][] = [
    ['Object{}', 40],
    ['Object{spec: Object.spec{replicas: object}}', 81],
    ['[JSONPatch{op: "a"}]', 50],
    ['jsonpatch.escapeKey("0123456789a")', 2],
  ];
  for (const [expression, cost] of costs) {
    it(`costs ${cost}: ${expression}`, () => {
      assert.equal(evaluate(expression).cost, cost);
      assert.equal(estimateCost(compile(expression).checked, () => undefined).max, cost);
    });
  }
});

describe('the type of a patch', () => {
  const types: [expression: string, type: string][] = [
    ['Object{}', 'Object'],
    ['Object.spec{}', 'Object.spec'],
    ['[JSONPatch{}]', 'list(JSONPatch)'],
    ['[]', 'list(dyn)'],
    ['object.x ? [JSONPatch{}] : []', 'list(JSONPatch)'],
    ['object.x ? [] : [JSONPatch{}]', 'list(JSONPatch)'],
    ['[JSONPatch{}] + (object.x ? [] : [JSONPatch{}])', 'list(JSONPatch)'],
  ];
  for (const [expression, type] of types) {
    it(`is ${type} for ${expression}`, () => assert.equal(runtimeText(compile(expression).checked.type), type));
  }

  const wrong: [expression: string, problem: RegExp][] = [
    ['Other{}', /ERROR: <input>:1:6: undeclared reference to 'Other' \(in container ''\)/],
    ['Objects.a{}', /undeclared reference to 'Objects\.a'/],
    ['JSONPatch{op: 1}', /ERROR: <input>:1:13: expected type of field 'op' is 'string' but provided type is 'int'/],
    ['JSONPatch{ops: "a"}', /expected type of field 'ops' is '' but provided type is 'string'/],
    ['Object{?a: 1}', /expected type 'optional_type\(int\)' but found 'int'/],
    ['[Object{}, Object.a{}]', /expected type 'Object' but found 'Object\.a'/],
    ['Object{a: nothing}', /undeclared reference to 'nothing'/],
    ['Object{1: 2}', /mismatched input '1' expecting \{'}', ','/],
    ['Object{`a`: 2}', /unsupported syntax: '`'/],
  ];
  for (const [expression, problem] of wrong) {
    it(`is wrong: ${expression}`, () => {
      const compiled = compileExpression(expression, new Map([['object', DYN]]), library);
      assert.match(compiled.ok ? '' : problemsText(expression, compiled.problems), problem);
    });
  }

  it('is unknown to rules', () => {
    const compiled = compileExpression('Object{a: 1}', new Map(), createLibrary());
    assert.match(
      compiled.ok ? '' : problemsText('Object{a: 1}', compiled.problems),
      /undeclared reference to 'Object'/,
    );
  });
});

describe('the names of types in a constructed object', () => {
  const names: [expression: string, problem: string | undefined][] = [
    ['Object{spec: Object.spec{a: [Object.spec.a{}], b: {"x": Object.spec.b{}}}}', undefined],
    [
      'Object{spec: Object.status{}}',
      'unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type',
    ],
    [
      'Object{a: [[Object.b{}]]}',
      'unexpected type name "Object.b", expected "Object.a", which matches field name path from root Object type',
    ],
    ['Object.spec{a: Object.spec.a{}}', undefined],
  ];
  for (const [expression, problem] of names) {
    it(`${problem === undefined ? 'match' : 'do not match'}: ${expression}`, () => {
      const { value } = evaluate(expression);
      assert.ok(value instanceof Message);
      assert.equal(typeNameProblem(value), problem);
    });
  }
});

/** A copy of plain objects, for comparison. */
function structured(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}
