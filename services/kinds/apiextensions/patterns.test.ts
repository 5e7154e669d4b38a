import assert from 'node:assert/strict';
import { compilePattern } from './patterns.js';

describe('patterns', () => {
  const texts: readonly (readonly [pattern: string, text: string, isFound: boolean])[] = [
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['^$', '', true],
    ['(?i)É', 'caf\u00e9', true],
    ['^.$', '\u{1f600}', true],
    ['\\bb\\b', 'a b c', true],
    ['(a+)+$', `${'a'.repeat(100)}!`, false],
  ];
  for (const [pattern, text, isFound] of texts) {
    it(`${isFound ? 'finds' : 'does not find'} ${pattern} in ${text}`, () => {
      assert.equal(compilePattern(pattern)(text), isFound);
    });
  }

  it('with many states match long texts in linear time', function () {
    // An NFA simulation takes minutes: it compares each character with every state.
    this.timeout(20_000);
    const matches = compilePattern('(?i)(a?){1000}b');
    assert.equal(matches('a'.repeat(1_000_000)), false);
  });
});
