import assert from 'node:assert/strict';
import { fieldErrorText } from '../status/field-error.js';
import { validateLabelSelector, type LabelSelectorObject } from './label-selector-object.js';

describe('validateLabelSelector', () => {
  const expression = (key: string, operator: string, ...values: string[]): LabelSelectorObject => ({
    matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }],
  });
  const right: [what: string, selector: LabelSelectorObject | undefined][] = [
    ['none at all', undefined],
    ['an empty one', {}],
    ['labels', { matchLabels: { 'example.com/app': 'web', tier: '' } }],
    ['In', expression('a', 'In', 'b', '')],
    ['NotIn', expression('a', 'NotIn', 'b')],
    ['Exists', expression('a', 'Exists')],
    ['DoesNotExist with an empty list', { matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: [] }] }],
  ];
  for (const [what, selector] of right) {
    it(`accepts ${what}`, () => assert.deepEqual(validateLabelSelector(selector, 'spec.selector'), []));
  }

  const needed = "Required value: must be specified when `operator` is 'In' or 'NotIn'";
  const unwanted = "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
  const wrong: [what: string, selector: LabelSelectorObject, errors: string[]][] = [
    ['a bad label', { matchLabels: { 'a!': 'b' } }, ['matchLabels: Invalid value: "a!": name part must consist']],
    ['a bad value', { matchLabels: { a: '-' } }, ['matchLabels: Invalid value: "-": a valid label must']],
    [
      'an unknown operator',
      expression('a', 'in', 'b'),
      ['matchExpressions[0].operator: Invalid value: "in": not a valid selector operator'],
    ],
    ['In without values', expression('a', 'In'), [`matchExpressions[0].values: ${needed}`]],
    ['NotIn without values', expression('a', 'NotIn'), [`matchExpressions[0].values: ${needed}`]],
    ['Exists with values', expression('a', 'Exists', 'b'), [`matchExpressions[0].values: ${unwanted}`]],
    ['DoesNotExist with values', expression('a', 'DoesNotExist', 'b'), [`matchExpressions[0].values: ${unwanted}`]],
    [
      'a bad key and a bad value',
      expression('a/b/c', 'In', 'ok', 'b c'),
      [
        'matchExpressions[0].key: Invalid value: "a/b/c": a valid label key must',
        'matchExpressions[0].values[1]: Invalid value: "b c": a valid label must',
      ],
    ],
  ];
  for (const [what, selector, errors] of wrong) {
    it(`rejects ${what}`, () => {
      const found = validateLabelSelector(selector, 'spec.selector').map(fieldErrorText);
      assert.equal(found.length, errors.length, found.join('\n'));
      errors.forEach((start, index) => assert.ok(found[index]?.startsWith(`spec.selector.${start}`), found[index]));
    });
  }
});
