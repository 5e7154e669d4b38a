import assert from 'node:assert/strict';
import { selectControllers } from './select.js';

const cases: readonly (readonly [words: readonly string[], names: readonly string[]])[] = [
  [['*'], ['a', 'b', 'c']],
  [['a'], ['a']],
  [
    ['b', 'a'],
    ['a', 'b'],
  ],
  [
    ['*', '-a'],
    ['b', 'c'],
  ],
  [
    ['-a', '*'],
    ['b', 'c'],
  ],
  [['-a'], []],
  [['a', '-a'], ['a']],
  [
    ['*', '-a', 'a'],
    ['b', 'c'],
  ],
];

describe('selectControllers', () => {
  for (const [words, names] of cases) {
    it(`selects ${names.join(' and ') || 'none'} for ${words.join(',')}`, () => {
      const selection = selectControllers(['a', 'b', 'c'], words);
      assert.ok(selection.ok);
      assert.deepEqual([...selection.names], names);
    });
  }

  it('rejects unknown names', () => {
    assert.deepEqual(selectControllers(['a', 'b'], ['*', 'd', '-*', 'A']), {
      ok: false,
      problems: ['d', '-*', 'A'].map((word) => `--controllers "${word}" is none of a, b`),
    });
  });
});
