import assert from 'node:assert/strict';
import { statesOf } from './states.js';

describe('estimated states of a pattern', () => {
  const table: readonly (readonly [string, number])[] = [
    ['', 0],
    ['abc', 3],
    ['^[a-z0-9]+$', 4],
    ['[]a]b', 2],
    ['[[:alpha:]]b', 2],
    [String.raw`[\]a]\.\pL`, 4],
    ['a{64}', 64],
    ['a{2,5}', 5],
    ['a{2,}', 2],
    ['[0-9a-f]{64}x', 65],
    ['(ab){10}', 30],
    ['((a{10}){10}){10}', 1110],
    ['a{x}', 4],
    ['(a', 1],
    ['a)', 2],
  ];
  for (const [pattern, expected] of table) {
    it(`${pattern} has ${expected}`, () => assert.equal(statesOf(pattern), expected));
  }
});
