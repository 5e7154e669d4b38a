import assert from 'node:assert/strict';
import type { AdmissionAttributes } from '../../attributes.js';
import { admitted, json, podAttributes, podWith, testAttributes } from '../../host.test.helper.js';
import { readPolicy } from './document.js';
import { policy } from './policy-file.js';
import { createPolicy, type Finding, type Policy } from './policy.js';

const LIMITS = { expressionCost: 10_000, cost: 15_000, milliseconds: 100 };

function policyOf(rules: readonly object[], now: () => number = () => 0, limits = LIMITS): Policy {
  return createPolicy(readPolicy(JSON.stringify({ version: 1, rules }), 'policy'), limits, {
    startClock: () => now,
    uuid: () => 'u',
  });
}

const EVERYTHING = { operations: ['*'], apiGroups: ['*'], resources: ['*/*'] };
const rule = (expression: string, more: object = {}): object => ({ name: 'r', match: EVERYTHING, expression, ...more });

function findings(given: object, review: AdmissionAttributes): readonly Finding[] {
  return policyOf([given]).findings(review);
}

/** Whether the expression holds. */
const holds = (expression: string, review: AdmissionAttributes): boolean =>
  findings(rule(expression), review).length === 0;

const POD = podAttributes(
  {
    replicas: 3,
    share: 0.5,
    containers: [
      { name: 'a', image: 'x:1' },
      { name: 'b', image: 'y:latest' },
    ],
  },
  { old: podWith({ replicas: 2 }), operation: 'UPDATE' },
);

describe('the plugin Policy', () => {
  describe('evaluates CEL over', () => {
    const table: readonly (readonly [string, boolean])[] = [
      ['object.metadata.name == "o"', true],
      ['object.spec.replicas == 3 && type(object.spec.replicas) == int', true],
      ['object.spec.replicas + 1 > 3', true],
      ['object.spec.share < 1.0 && type(object.spec.share) == double', true],
      ['object.spec.replicas <= oldObject.spec.replicas', false],
      ['object.spec.containers.all(c, !c.image.endsWith(":latest"))', false],
      ['object.spec.containers.exists_one(c, c.name == "a")', true],
      ['object.spec.containers.map(c, c.name) == ["a", "b"]', true],
      ['object.spec.containers.filter(c, c.name == "b").map(c, c.image)[0] == "y:latest"', true],
      ['object.spec.containers.map(c, c.image).join(",").replace("x", "z") == "z:1,y:latest"', true],
      ['"a-b-c".replace("-", "+", 1) == "a+b-c"', true],
      ['has(object.spec.volumes)', false],
      ['!has(object.metadata.labels) || "team" in object.metadata.labels', true],
      ['object.metadata.name.matches("^[a-z]+$")', true],
      ['"name" in object.metadata && object.metadata["name"] == "o"', true],
      ['size(object.spec.containers) == 2', true],
      ['object.metadata.all(key, key != "uid")', true],
      ['object == object && object != oldObject', true],
      [
        'request.operation == "UPDATE" && request.userInfo.username == "jane" && "devs" in request.userInfo.groups',
        true,
      ],
      ['request.resource.resource == "pods" && request.kind.kind == "Pod" && request.subResource == ""', true],
      ['request.namespace == "x" && request.name == "o" && !request.dryRun', true],
      ['duration("90s") < duration("2m")', true],
      ['[1, 2].map(x, [3, 4].map(y, x * y)) == [[3, 4], [6, 8]]', true],
      ['"a,b,c".split(",") == ["a", "b", "c"] && "a,b,c".split(",", 2) == ["a", "b,c"]', true],
      ['"a,b".split(",", 0) == [] && "a,b".split(",", -1) == ["a", "b"]', true],
      ['"Äb".upperAscii() == "ÄB" && "ÄB".lowerAscii() == "Äb"', true],
      ['"abcab".indexOf("ab", 1) == 3 && "abcab".lastIndexOf("ab", 2) == 0 && "a".indexOf("b") == -1', true],
      ['int("-7") == -7 && int("+7") == 7 && uint("7") == 7u && double("1e3") == 1000.0', true],
      ['["", " ", "0x10", "1.5", "9223372036854775808"].exists(t, int(t) == 0)', false],
      ['double("") == 0.0 || double("a") == 0.0', false],
      ['dyn(1) == 1.0 && dyn(1u) == 1 && dyn(1.5) != 1 && dyn("1") != 1 && 0.0 / 0.0 != 0.0 / 0.0', true],
      [
        '[dyn(1), dyn("a"), dyn(true), dyn(null)] == [dyn(1u), dyn("a"), dyn(true), dyn(null)] && [1] != [1, 2] && [1, 2] != [2, 1]',
        true,
      ],
      [
        '{"a": dyn(1), "b": dyn([2])} == {"b": dyn([2.0]), "a": dyn(1)} && {"a": 1} != {"b": 1} && {"a": 1} != {"a": 1, "b": 1}',
        true,
      ],
      ['b"ab" == bytes("ab") && b"a" != b"b" && dyn(b"a") != "a" && type(1) == int && type(1) != string', true],
      ['duration("1m") == duration("60s") && duration("1s") != duration("1.5s") && dyn(duration("1s")) != 1', true],
      ['timestamp("2026-01-01T00:00:00Z") == timestamp("2026-01-01T01:00:00+01:00")', true],
      ['dyn([1]) in [[2.0], [1.0]] && !([1] in [[2]]) && "a" in {"a": 1} && !(dyn(null) in [1])', true],
      ['has(object.metadata.__proto__) || has(object.metadata.constructor)', false],
    ];
    for (const [expression, expected] of table) {
      it(expression, () => assert.equal(holds(expression, POD), expected));
    }

    it('null for an absent object', () => {
      assert.ok(holds('oldObject == null', podAttributes()));
      assert.ok(holds('object == null', testAttributes({ operation: 'DELETE', old: podWith() })));
    });

    it('integers of 64 bits', () => {
      const object = { ...podWith(), big: 9_007_199_254_740_993n };
      assert.ok(holds('object.big == 9007199254740993', podAttributes({}, { object })));
    });
  });

  it('evaluates variables on first use, each with the earlier ones', () => {
    const variables = [
      { name: 'images', expression: 'object.spec.containers.map(c, c.image)' },
      { name: 'tags', expression: 'variables.images.map(i, i.split(":")[1])' },
      { name: 'never', expression: 'object.nothing.there' },
    ];
    assert.deepEqual(findings(rule('variables.tags == ["1", "latest"]', { variables }), POD), []);
    const [first] = findings(rule('variables.never', { variables }), POD);
    assert.match(first?.message ?? '', /^the expression failed: no such key: nothing/);
  });

  it('rejects a variable that depends on itself', () => {
    const variables = [{ name: 'loop', expression: 'dyn(variables)["loop"]' }];
    const [found] = findings(rule('variables.loop', { variables }), POD);
    assert.equal(found?.message, 'the expression failed: the value of loop needs itself');
  });

  describe('matches', () => {
    const labels = json({ ...podWith({}, { labels: { team: 'a' } }) });
    const table: readonly (readonly [string, object, AdmissionAttributes, boolean])[] = [
      ['the operation', { operations: ['CREATE'] }, podAttributes(), true],
      ['not another operation', { operations: ['DELETE'] }, podAttributes(), false],
      ['the resource', { apiGroups: [''], resources: ['pods'] }, podAttributes(), true],
      ['not another group', { apiGroups: ['apps'] }, podAttributes(), false],
      ['not a subresource', { resources: ['pods'] }, podAttributes({}, { subresource: 'status' }), false],
      ['subresources', { resources: ['pods/*'] }, podAttributes({}, { subresource: 'status' }), true],
      [
        'a subresource of all resources',
        { resources: ['*/status'] },
        podAttributes({}, { subresource: 'status' }),
        true,
      ],
      ['not another version', { apiVersions: ['v2'] }, podAttributes(), false],
      ['the namespace', { namespaces: ['x'] }, podAttributes(), true],
      ['not another namespace', { namespaces: ['y'] }, podAttributes(), false],
      ['not a cluster-scoped object', { namespaces: ['x'] }, testAttributes({ namespace: '' }), false],
      ['not an excluded namespace', { excludeNamespaces: ['x'] }, podAttributes(), false],
      ['labels', { objectSelector: { matchLabels: { team: 'a' } } }, podAttributes({}, { object: labels }), true],
      [
        'labels of the old object',
        { objectSelector: { matchLabels: { team: 'a' } } },
        podAttributes({}, { old: labels }),
        true,
      ],
      [
        'not other labels',
        { objectSelector: { matchLabels: { team: 'b' } } },
        podAttributes({}, { object: labels }),
        false,
      ],
      [
        'label expressions',
        { objectSelector: { matchExpressions: [{ key: 'team', operator: 'DoesNotExist' }] } },
        podAttributes(),
        true,
      ],
    ];
    for (const [what, match, review, expected] of table) {
      it(what, () => {
        const found = findings(rule('false', { match: { ...EVERYTHING, ...match } }), review);
        assert.equal(found.length > 0, expected);
      });
    }
  });

  describe('reports', () => {
    const table: readonly (readonly [string, object, string])[] = [
      ['the message', { message: 'no' }, 'no'],
      ['the expression if there is no message', {}, 'failed expression: false'],
      ['the value of messageExpression', { messageExpression: '"no " + object.metadata.name' }, 'no o'],
      ['the message if messageExpression fails', { messageExpression: 'object.no', message: 'no' }, 'no'],
      ['the message if messageExpression is not a string', { messageExpression: 'dyn(1)', message: 'no' }, 'no'],
      ['the message if messageExpression is blank', { messageExpression: '" "', message: 'no' }, 'no'],
      ['the message if messageExpression has several lines', { messageExpression: '"a\\nb"', message: 'no' }, 'no'],
      [
        'the message if messageExpression is too long',
        { messageExpression: `"${'é'.repeat(2_561)}"`, message: 'no' },
        'no',
      ],
      ['messageExpression without surrounding spaces', { messageExpression: '" a "', message: 'no' }, 'a'],
    ];
    for (const [what, more, expected] of table) {
      it(what, () => assert.equal(findings(rule('false', more), POD)[0]?.message, expected));
    }
  });

  it('reports a failed expression, unless failurePolicy is Ignore', () => {
    for (const expression of [
      'object.no.such',
      'object.metadata.name + object.spec.replicas == "a1"',
      'dyn(1)',
      'object.spec.containers[7].name == "a"',
    ]) {
      assert.match(findings(rule(expression), POD)[0]?.message ?? '', /^the expression failed: /, expression);
      assert.deepEqual(findings(rule(expression, { failurePolicy: 'Ignore' }), POD), []);
    }
  });

  it('denies, warns and annotates, with all reasons of the denial', async () => {
    const rules = [
      { ...rule('false', { message: 'first' }), name: 'a' },
      { ...rule('false', { message: 'careful', action: 'warn' }), name: 'b' },
      { ...rule('false', { message: 'noted', action: 'audit' }), name: 'c' },
      { ...rule('true'), name: 'd' },
      { ...rule('false', { message: 'second' }), name: 'e' },
    ];
    const plugin = policy(() => policyOf(rules));
    const { object: _object, ...outcome } = await admitted(plugin, podAttributes());
    assert.deepEqual(outcome, {
      spec: {},
      refusal: 'pods "o" is forbidden: policy "a" denied the request: first; policy "e" denied the request: second',
      warnings: ['policy "b": careful'],
      annotations: [['Policy/c', 'noted']],
    });
  });

  describe('bounds the cost of expressions', () => {
    const spec = (length: number): object => ({ items: Array.from({ length }, (_, index) => index) });
    const long = (length: number): AdmissionAttributes => podAttributes(spec(length));
    /** Many values that equal those of the old object without being identical. */
    const wide = podAttributes(spec(200_050), { old: podWith(spec(200_050)), operation: 'UPDATE' });
    const all = 'object.spec.items.all(x, x >= 0)';
    const tooCostly = 'the expression failed: an expression may not cost more than 10000';
    it('and evaluates an expression within the limit', () => assert.deepEqual(findings(rule(all), long(1000)), []));
    const table: readonly (readonly [what: string, expression: string, review?: AdmissionAttributes])[] = [
      ['of iterations', all],
      ['of nested iterations', 'object.spec.items.all(x, object.spec.items.all(y, y >= 0))'],
      ['of an operand that the result does not need', `${all} || true`],
      ['of list comparisons', 'object.spec.items == oldObject.spec.items', wide],
      ['of object comparisons', '[1, 2, 3].all(x, object.spec.items == oldObject.spec.items)', wide],
      ['of list searches', '"a" in object.spec.items', wide],
      ['of indexOf', 'object.spec.items.indexOf("a") == 0', wide],
      ['of map', 'object.spec.items.map(x, x + 1).size() > 0'],
      ['of variables', 'variables.all'],
    ];
    for (const [what, expression, review = long(3001)] of table) {
      it(what, () => {
        const [found] = findings(rule(expression, { variables: [{ name: 'all', expression: all }] }), review);
        assert.equal(found?.message, tooCostly);
      });
    }

    it('of each rule independently', () => {
      const rules = [rule(all), { ...rule('object.spec.items.size() == 0'), name: 'other' }];
      assert.deepEqual(
        policyOf(rules)
          .findings(long(3001))
          .map(({ message }) => message),
        [tooCostly, 'failed expression: object.spec.items.size() == 0'],
      );
    });

    it('of all rules of a file together', () => {
      const rules = ['a', 'b', 'c'].map((name) => ({ ...rule(all), name }));
      const together = 'the expression failed: expressions may not cost more than 15000 together';
      assert.deepEqual(policyOf(rules).findings(long(1500)), [
        { rule: 'b', action: 'deny', message: together },
        { rule: 'c', action: 'deny', message: together },
      ]);
    });

    it('of variables and expressions together', () => {
      const variables = ['a', 'b', 'c'].map((name) => ({ name, expression: all }));
      const [found] = findings(rule('variables.a && variables.b && variables.c', { variables }), long(1500));
      assert.match(found?.message ?? '', /more than 15000 together/);
    });

    const late = 'the expression failed: expressions may not take longer than 100 ms';
    it('by the time from the start of the review', () => {
      let now = 0;
      assert.equal(policyOf([rule('false')], () => (now += 101)).findings(POD)[0]?.message, late);
    });

    const text = 'a'.repeat(100_000);
    const texts = podAttributes({
      items: Array.from({ length: 101 }, () => 0),
      text,
      other: `${text.slice(1)}b`,
      half: `${'a'.repeat(50_000)}b`,
      states: '(a{1000})'.repeat(100),
      pattern: '(a{1000}){9}',
      digits: '9'.repeat(100_000),
    });
    const doubled = (first: string): object => ({
      variables: Array.from({ length: 8 }, (_, index) => ({
        name: `v${index}`,
        expression: index === 0 ? first : `variables.v${index - 1} + variables.v${index - 1}`,
      })),
    });
    const CHEAP = { ...LIMITS, expressionCost: 1_000_000_000, cost: 1_000_000_000 };
    const ofTexts: readonly (readonly [string, string, object, RegExp])[] = [
      ['of replace', 'object.spec.text.replace("a", object.spec.text) == ""', {}, /texts may not be longer/],
      ['of concatenation', 'variables.v7.size() > 0', doubled('object.spec.text'), /texts may not be longer/],
      [
        'of concatenated bytes',
        'variables.v7.size() > 0',
        doubled('bytes(object.spec.text)'),
        /texts may not be longer/,
      ],
      ['of join', 'object.spec.items.map(i, object.spec.text).join() == ""', {}, /texts may not be longer/],
      ['of patterns', '"a".matches(object.spec.text)', {}, /expression too large/],
      ['of patterns with many states', '"a".matches(object.spec.states)', {}, /expression too large/],
      ['of numbers', 'int(object.spec.digits) > 0', {}, /conversion error from 'string' to 'int'/],
    ];
    for (const [what, expression, more, expected] of ofTexts) {
      it(`by the length of strings ${what}`, () => {
        const [found] = policyOf([rule(expression, more)], () => 0, CHEAP).findings(texts);
        assert.match(found?.message ?? '', expected);
      });
    }

    /** The clock exceeds the limit after the start, so that the first time check within the operation fails. */
    const inTime: readonly (readonly [string, string])[] = [
      ['of contains', 'object.spec.text.contains(object.spec.half)'],
      ['of lastIndexOf', 'object.spec.text.lastIndexOf(object.spec.half) > 0'],
      ['of split', 'object.spec.text.split(object.spec.half).size() > 0'],
      ['of matches', 'object.spec.text.matches("([ab]{1,30}a){3}!$")'],
      ['of compiled patterns', '"a".matches(object.spec.pattern)'],
      ['of strings in lists', 'object.spec.items.map(i, object.spec.text).exists(t, object.spec.other in [t])'],
      ['of sort', '[object.spec.text, object.spec.other].map(t, [t, object.spec.text, t].sort()).size() == 0'],
      ['of quote', '[1, 2, 3].all(i, strings.quote(object.spec.text) != "")'],
      ['of format', '"%x %s".format([object.spec.text, "a"]) != ""'],
      ['of the format of a list', '"%s".format([object.spec.items.map(i, {"a": [i, i, i, i, i, i, i]})]) != ""'],
    ];
    for (const [what, expression] of inTime) {
      it(`by the time ${what}`, () => {
        let calls = 0;
        const now = (): number => ((calls += 1) > 2 ? 1000 : 0);
        assert.equal(policyOf([rule(expression)], now, CHEAP).findings(texts)[0]?.message, late);
      });
    }
  });
});
