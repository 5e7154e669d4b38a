import assert from 'node:assert/strict';
import { differences } from './changing.js';

describe('the differences between lists', () => {
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const cases: readonly (readonly [what: string, lists: readonly { name: string }[][], calls: readonly string[]])[] = [
    ['all items at first', [[a, b]], ['+a', '+b']],
    [
      'nothing for an unchanged list',
      [
        [a, b],
        [b, a],
      ],
      ['+a', '+b'],
    ],
    [
      'only changed items',
      [
        [a, b],
        [b, c],
      ],
      ['+a', '+b', '-a', '+c'],
    ],
    ['a new item of the same name', [[a], [{ name: 'a' }]], ['+a', '-a', '+a']],
    ['an item that returns', [[a], [], [a]], ['+a', '-a', '+a']],
  ];
  for (const [what, lists, expected] of cases) {
    it(`contain ${what}`, () => {
      const compare = differences<{ name: string }>();
      const calls = lists.flatMap((list) => {
        const { came, left } = compare(list);
        return [...left.map(({ name }) => `-${name}`), ...came.map(({ name }) => `+${name}`)];
      });
      assert.deepEqual(calls, expected);
    });
  }
});
