import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fieldSelectorOf, parseFieldSelector, requiredName, type FieldRequirement } from './fields.js';
import { SelectorSyntaxError } from './selector-error.js';

describe('parseFieldSelector', () => {
  const texts: [string, FieldRequirement[]][] = [
    ['', []],
    [',,', []],
    ['metadata.name=a', [{ field: 'metadata.name', operator: '=', value: 'a' }]],
    ['a==b', [{ field: 'a', operator: '=', value: 'b' }]],
    ['a!=b', [{ field: 'a', operator: '!=', value: 'b' }]],
    ['a=', [{ field: 'a', operator: '=', value: '' }]],
    ['=', [{ field: '', operator: '=', value: '' }]],
    ['a!b= c', [{ field: 'a!b', operator: '=', value: ' c' }]],
    [String.raw`a=\,\=\\`, [{ field: 'a', operator: '=', value: String.raw`,=\ `.trim() }]],
    ['a=!', [{ field: 'a', operator: '=', value: '!' }]],
    [
      'b!=2,,a=1',
      [
        { field: 'a', operator: '=', value: '1' },
        { field: 'b', operator: '!=', value: '2' },
      ],
    ],
  ];
  for (const [text, requirements] of texts) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseFieldSelector(text).requirements, requirements));
  }

  const errors: [string, string][] = [
    ['a', "invalid selector: 'a'; can't understand 'a' (at character 1)"],
    ['a=b,c', "invalid selector: 'a=b,c'; can't understand 'c' (at character 5)"],
    [String.raw`a\,b`, String.raw`invalid selector: 'a\,b'; can't understand 'a\,b' (at character 1)`],
    ['a=b=c', 'invalid field selector: unescaped character in value: = (at character 4)'],
    ['a===c', 'invalid field selector: unescaped character in value: = (at character 4)'],
    [String.raw`x=1,a=\b`, String.raw`invalid field selector: invalid escape sequence: \b (at character 7)`],
    ['a=\\', 'invalid field selector: invalid escape sequence: \\ (at character 3)'],
  ];
  for (const [text, message] of errors) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseFieldSelector(text), { name: 'SelectorSyntaxError', message });
    });
  }

  const requirement = fc.record(
    {
      field: fc.constantFrom('metadata.name', 'metadata.namespace', 'type'),
      operator: fc.constantFrom('=', '!='),
      value: fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'a', '😀') })),
    },
    { noNullPrototype: true },
  );

  it('round-trips the text of every selector', () => {
    fc.assert(
      fc.property(fc.array(requirement), (requirements) => {
        const selector = fieldSelectorOf(requirements);
        const again = parseFieldSelector(selector.text);
        assert.deepEqual(again.requirements, selector.requirements);
        assert.equal(again.text, selector.text);
      }),
    );
  });

  it('throws only its own error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'a', ' ') }), (text) => {
        try {
          const selector = parseFieldSelector(text);
          assert.deepEqual(parseFieldSelector(selector.text).requirements, selector.requirements);
        } catch (error) {
          assert.ok(error instanceof SelectorSyntaxError, String(error));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('selects objects that satisfy all requirements; an absent field is empty', () => {
    const fields = new Map([['metadata.name', 'a']]);
    const selects = (text: string) => parseFieldSelector(text).matches((field) => fields.get(field));
    assert.equal(selects(''), true);
    assert.equal(selects('metadata.name=a'), true);
    assert.equal(selects('metadata.name=b'), false);
    assert.equal(selects('metadata.name!=b,type='), true);
    assert.equal(selects('type!='), false);
    assert.equal(selects('metadata.name=a,metadata.name=b'), false);
  });

  it('selects no object with another name than the required one, which is the authorized one', () => {
    const names = fc.constantFrom('a', 'b', 'a,b', '..', '', ' a', 'a=b');
    const terms = fc.record(
      { field: fc.constantFrom('metadata.name', 'type'), operator: fc.constantFrom('=', '!='), value: names },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 4 }), names, (requirements, name) => {
        const selector = parseFieldSelector(fieldSelectorOf(requirements).text);
        const required = requiredName(selector);
        if (required === undefined || required === name) return;
        assert.equal(
          selector.matches((field) => (field === 'metadata.name' ? name : 'x')),
          false,
        );
      }),
    );
  });

  it('returns the required value', () => {
    const selector = parseFieldSelector('metadata.name=x,type!=y,metadata.namespace=');
    assert.equal(selector.requiresExactMatch('metadata.name'), 'x');
    assert.equal(selector.requiresExactMatch('metadata.namespace'), '');
    assert.equal(selector.requiresExactMatch('type'), undefined);
  });
});
