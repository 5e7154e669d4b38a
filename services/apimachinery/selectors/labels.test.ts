import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fieldErrorText } from '../status/field-error.js';
import type { LabelSelectorObject } from './label-selector-object.js';
import { everything, parseLabelSelector, selectorFromObject } from './labels.js';
import type { Labels } from './requirement.js';
import { SelectorSyntaxError } from './selector-error.js';

describe('parseLabelSelector', () => {
  const texts: [string, string][] = [
    ['', ''],
    [' \t\r\n ', ''],
    ['a=b', 'a=b'],
    ['a==b', 'a==b'],
    [' z = x , b!= c ', 'b!=c,z=x'],
    ['a=', 'a='],
    ['a=,b', 'a=,b'],
    ['a!=', 'a!='],
    ['x', 'x'],
    ['! x', '!x'],
    ['a in (c,b,c)', 'a in (b,c)'],
    ['a in(b)', 'a in (b)'],
    ['a notin ( b , )', 'a notin (,b)'],
    ['a in (,)', 'a in ()'],
    ['a in ()', 'a in ()'],
    ['a in (,b)', 'a in (,b)'],
    ['a in (b,,c)', 'a in (,b,c)'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['in,notin', 'in,notin'],
    ['a=in', 'a=in'],
    ['a>5,b<007', 'a>5,b<007'],
    ['example.com/a=1,A=2', 'A=2,example.com/a=1'],
    ['a=1,b=1,a=2', 'a=1,a=2,b=1'],
  ];
  for (const [text, canonical] of texts) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.equal(parseLabelSelector(text).text, canonical);
      assert.deepEqual(parseLabelSelector(canonical).requirements, parseLabelSelector(text).requirements);
    });
  }

  const matches: [string, Labels, boolean][] = [
    ['', {}, true],
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'c' }, false],
    ['a=', { a: '' }, true],
    ['a=', {}, false],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in ()', { a: '' }, true],
    ['a in ()', {}, false],
    ['a notin (b)', {}, true],
    ['a notin (b,c)', { a: 'c' }, false],
    ['a', { a: '' }, true],
    ['!a', { a: '' }, false],
    ['!a', { b: '' }, true],
    ['a>5', { a: '6' }, true],
    ['a>5', { a: '5' }, false],
    ['a>5', {}, false],
    ['a>5', { a: 'x' }, false],
    ['a<5', { a: '-1' }, true],
    ['a>9007199254740992', { a: '9007199254740993' }, true],
    ['a>5', { a: '9223372036854775807' }, true],
    ['a>5', { a: '9223372036854775808' }, false],
    ['a<9223372036854775807', { a: '0000000000000000000000001' }, true],
    ['a=b,c', { a: 'b' }, false],
    ['a=b,c', { a: 'b', c: 'd' }, true],
    ['constructor', {}, false],
    ['!toString,hasOwnProperty!=x', {}, true],
  ];
  for (const [text, labels, expected] of matches) {
    it(`${JSON.stringify(text)} ${expected ? 'selects' : 'excludes'} ${JSON.stringify(labels)}`, () => {
      assert.equal(parseLabelSelector(text).matches(labels), expected);
    });
  }

  const errors: [string, string][] = [
    [',', "found ',', expected: !, identifier, or 'end of string' (at character 1)"],
    ['a,', "found '', expected: identifier after ',' (at character 3)"],
    ['a,,b', "found ',', expected: identifier after ',' (at character 3)"],
    ['a=b c', "found 'c', expected: ',' or 'end of string' (at character 5)"],
    ['a=b=c', "found '=', expected: ',' or 'end of string' (at character 4)"],
    ['!a=b', "found '=', expected: ',' or 'end of string' (at character 3)"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt (at character 3)"],
    ['a (b)', "unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt (at character 3)"],
    ['!', "unable to parse requirement: found '', expected: identifier (at character 2)"],
    ['!!a', "unable to parse requirement: found '!', expected: identifier (at character 2)"],
    ['a===b', "unable to parse requirement: found '=', expected: identifier (at character 4)"],
    ['a in b', "unable to parse requirement: found 'b' expected: '(' (at character 6)"],
    ['a in', "unable to parse requirement: found '' expected: '(' (at character 5)"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier (at character 7)"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')' (at character 8)"],
    ['a in (b,', "unable to parse requirement: found '', expected: ',', or identifier (at character 9)"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')' (at character 9)"],
    [
      'x,a>b',
      `unable to parse requirement: values[0]: Invalid value: "b": for 'Gt', 'Lt' operators, the value must be an integer (at character 3)`,
    ],
  ];
  for (const [text, message] of errors) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => parseLabelSelector(text),
        (error) => {
          assert.ok(error instanceof SelectorSyntaxError);
          assert.equal(error.message, message);
          return true;
        },
      );
    });
  }

  const invalid: [string, RegExp][] = [
    ['a,b!c', /found '!', expected: in, notin/],
    ['-a=b', /^unable to parse requirement: Invalid value: "-a": name part must consist of .* \(at character 1\)$/],
    [
      'a,b/c/d',
      /^unable to parse requirement: Invalid value: "b\/c\/d": a valid label key must .* \(at character 3\)$/,
    ],
    ['a=-5', /^unable to parse requirement: values\[0\]\[a\]: Invalid value: "-5": a valid label must be /],
    ['a in (b,é)', /^unable to parse requirement: values\[1\]\[a\]: Invalid value: "é": a valid label must be /],
    ['a<-x', /^unable to parse requirement: \[values\[0\]: .*integer, values\[0\]\[a\]: Invalid value: .*\]/],
    [`a=${'x'.repeat(64)}`, /must be no more than 63 bytes \(at character 1\)$/],
  ];
  for (const [text, message] of invalid) {
    it(`rejects ${JSON.stringify(text.slice(0, 20))}`, () =>
      assert.throws(() => parseLabelSelector(text), { message }));
  }
});

const key = fc.constantFrom('a', 'b', 'example.com/c', 'in', 'constructor');
const value = fc.constantFrom('', 'x', 'y', '5', '10', 'notin');
const labelSets = fc.dictionary(key, value, { noNullPrototype: false });
const terms = fc.oneof(
  fc.tuple(key, fc.constantFrom('=', '==', '!='), value).map((parts) => parts.join('')),
  fc.tuple(key, fc.constantFrom('<', '>'), fc.integer({ min: 0 })).map((parts) => parts.join('')),
  fc
    .tuple(key, fc.constantFrom('in', 'notin'), fc.array(value))
    .map(([k, op, values]) => `${k} ${op} (${values.join(',')})`),
  key,
  key.map((name) => `!${name}`),
);

describe('label selectors', () => {
  it('round-trip their canonical text', () => {
    fc.assert(
      fc.property(fc.array(terms), (list) => {
        const selector = parseLabelSelector(list.join(','));
        const again = parseLabelSelector(selector.text);
        assert.deepEqual(again.requirements, selector.requirements);
        assert.equal(again.text, selector.text);
      }),
    );
  });

  it('select objects that satisfy all terms', () => {
    fc.assert(
      fc.property(fc.array(terms), labelSets, (list, labels) => {
        const each = list.every((term) => parseLabelSelector(term).matches(labels));
        assert.equal(parseLabelSelector(list.join(',')).matches(labels), each);
      }),
    );
  });

  it('have complementary operators', () => {
    const values = fc.array(value, { minLength: 1 }).map((list) => `(${list.join(',')})`);
    fc.assert(
      fc.property(key, values, value, labelSets, (name, list, one, labels) => {
        const selects = (text: string) => parseLabelSelector(text).matches(labels);
        assert.notEqual(selects(`${name} in ${list}`), selects(`${name} notin ${list}`));
        assert.notEqual(selects(`${name}=${one}`), selects(`${name}!=${one}`));
        assert.notEqual(selects(name), selects(`!${name}`));
        assert.equal(selects(`${name} in (${one})`), selects(`${name}=${one}`));
        assert.equal(selects(`!${name}`) && selects(`${name} in ${list}`), false);
      }),
    );
  });

  it('throw only their own error', () => {
    const soup = fc.array(fc.constantFrom('a', 'in', 'notin', '(', ')', ',', '=', '!', '<', '>', ' ', 'é', '\0', '-'));
    fc.assert(
      fc.property(soup, (parts) => {
        try {
          const { text, requirements } = parseLabelSelector(parts.join(''));
          assert.deepEqual(parseLabelSelector(text).requirements, requirements);
        } catch (error) {
          assert.ok(error instanceof SelectorSyntaxError, String(error));
          assert.ok(error.index <= parts.join('').length);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('selectorFromObject', () => {
  it('selects everything when empty, nothing when absent', () => {
    const empty = selectorFromObject({}, 'spec.selector');
    const absent = selectorFromObject(undefined, 'spec.selector');
    assert.ok(empty.ok && empty.selector === everything);
    assert.ok(absent.ok && !absent.selector.matches({}));
  });

  it('equals the selector in text form', () => {
    const object: LabelSelectorObject = {
      matchLabels: { z: '1', a: '' },
      matchExpressions: [
        { key: 'k', operator: 'In', values: ['y', 'x', 'y'] },
        { key: 'b', operator: 'NotIn', values: [''] },
        { key: 'c', operator: 'Exists' },
        { key: 'd', operator: 'DoesNotExist', values: [] },
      ],
    };
    const result = selectorFromObject(object, 'spec.selector');
    assert.ok(result.ok);
    assert.equal(result.selector.text, 'a=,b notin (),c,!d,k in (x,y),z=1');
    assert.deepEqual(result.selector.requirements, parseLabelSelector(result.selector.text).requirements);
  });

  it('reports the invalid fields', () => {
    const object: LabelSelectorObject = {
      matchLabels: { 'a!': 'b c' },
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['b'] },
        { key: '', operator: 'in', values: ['ok', '-'] },
      ],
    };
    const result = selectorFromObject(object, 'spec.selector');
    assert.ok(!result.ok);
    assert.deepEqual(
      result.errors.map((error) => fieldErrorText(error).replace(/(: \w+ \w+): ("[^"]*").*/, '$1: $2')),
      [
        'spec.selector.matchLabels: Invalid value: "a!"',
        'spec.selector.matchLabels: Invalid value: "b c"',
        "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        "spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        'spec.selector.matchExpressions[2].operator: Invalid value: "in"',
        'spec.selector.matchExpressions[2].key: Invalid value: ""',
        'spec.selector.matchExpressions[2].key: Invalid value: ""',
        'spec.selector.matchExpressions[2].values[1]: Invalid value: "-"',
      ],
    );
  });
});
