import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fieldSelectorOf, parseFieldSelector } from './fields.js';
import { parseLabelSelector } from './labels.js';
import { SelectorSyntaxError } from './selector-error.js';

/** A requirement as text, with a reference implementation. */
interface Term {
  readonly text: string;
  readonly holds: (labels: ReadonlyMap<string, string>) => boolean;
}

const key = fc.constantFrom('a', 'b.c', 'example.com/d', 'in', 'constructor');
const value = fc.constantFrom('', 'x', 'y', '5', '-1', '10', '007', '9223372036854775807', '9223372036854775808');
const labelValue = value.filter((text) => !text.startsWith('-'));
const space = fc.constantFrom('', ' ', '\t ');

const isInteger = (text: string): boolean =>
  /^[+-]?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const term: fc.Arbitrary<Term> = fc.oneof(
  key.map((name): Term => ({ text: name, holds: (labels) => labels.has(name) })),
  fc.tuple(key, space).map(([name, gap]): Term => ({ text: `!${gap}${name}`, holds: (labels) => !labels.has(name) })),
  fc.tuple(key, fc.constantFrom('=', '=='), labelValue, space).map(([name, operator, wanted, gap]): Term => ({
    text: name + gap + operator + gap + wanted,
    holds: (labels) => labels.get(name) === wanted,
  })),
  fc
    .tuple(key, labelValue)
    .map(([name, wanted]): Term => ({ text: `${name}!=${wanted}`, holds: (labels) => labels.get(name) !== wanted })),
  fc
    .tuple(key, fc.array(labelValue, { minLength: 1, maxLength: 3 }), fc.boolean(), space)
    .map(([name, values, negated, gap]): Term => ({
      text: `${name} ${negated ? 'notin' : 'in'}${gap}(${values.join(`${gap},`)}${gap})`,
      holds: (labels) => values.some((each) => each === labels.get(name)) !== negated,
    })),
  fc.tuple(key, fc.integer({ min: 0, max: 11 }), fc.boolean()).map(([name, bound, greater]): Term => ({
    text: `${name}${greater ? '>' : '<'}${bound}`,
    holds: (labels) => {
      const text = labels.get(name);
      if (text === undefined || !isInteger(text)) return false;
      return greater ? BigInt(text) > bound : BigInt(text) < bound;
    },
  })),
);
const labelSets = fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name });

describe('label selectors and a reference implementation', () => {
  it('select objects that satisfy all terms', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 3 }), labelSets, (terms, labels) => {
        const text = terms.map((each) => each.text).join(' ,');
        const expected = terms.every((each) => each.holds(new Map(labels)));
        assert.equal(parseLabelSelector(text).matches(Object.fromEntries(labels)), expected, text);
      }),
      { numRuns: 3000 },
    );
  });

  it('report the position of syntax errors', () => {
    const wrong = fc.constantFrom('a b', '=x', '!', '(x)', '<5', 'a in x', '$', 'a=b=c', '!a=b', '');
    fc.assert(
      fc.property(fc.array(term, { maxLength: 3 }), wrong, fc.array(term, { maxLength: 2 }), (before, bad, after) => {
        const start = before.map(({ text }) => `${text},`).join('');
        const text = [start + bad, ...after.map((each) => each.text)].join(',');
        fc.pre(text !== '');
        assert.throws(
          () => parseLabelSelector(text),
          (error) => {
            assert.ok(error instanceof SelectorSyntaxError, String(error));
            assert.ok(
              error.index >= start.length && error.index <= start.length + bad.length,
              `${text}: ${error.index}`,
            );
            assert.ok(error.message.endsWith(`(at character ${error.index + 1})`));
            return true;
          },
        );
      }),
    );
  });
});

describe('field selectors and a reference implementation', () => {
  const field = fc.constantFrom('metadata.name', 'type', 'spec.x');
  const text = fc.constantFrom('', 'a', 'b', 'a,b', 'x=y', '\\', '!');
  const requirement = fc.record({ field, operator: fc.constantFrom('=' as const, '!=' as const), value: text });

  it('select objects that satisfy all terms, also after a round trip', () => {
    const objects = fc.uniqueArray(fc.tuple(field as fc.Arbitrary<string>, text), { selector: ([name]) => name });
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 3 }), objects, (requirements, members) => {
        const values = new Map(members);
        const expected = requirements.every(
          (each) => ((values.get(each.field) ?? '') === each.value) === (each.operator === '='),
        );
        const selector = fieldSelectorOf(requirements);
        for (const each of [selector, parseFieldSelector(selector.text)]) {
          assert.equal(
            each.matches((name) => values.get(name)),
            expected,
            selector.text,
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('report the position of syntax errors', () => {
    const wrong = fc.constantFrom('a', 'a=b=c', String.raw`a=\b`, 'a=\\');
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 3 }), wrong, (requirements, bad) => {
        const good = fieldSelectorOf(requirements).text;
        const start = good === '' ? 0 : good.length + 1;
        assert.throws(
          () => parseFieldSelector(good === '' ? bad : `${good},${bad}`),
          (error) => error instanceof SelectorSyntaxError && error.index >= start,
        );
      }),
    );
  });
});
