import assert from 'node:assert/strict';
import { differences } from './changing.js';

describe('what comes into a list and leaves it', () => {
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const cases: readonly (readonly [what: string, lists: readonly { name: string }[][], calls: readonly string[]])[] = [
    ['everything at first', [[a, b]], ['+a', '+b']],
    [
      'nothing where the list stays',
      [
        [a, b],
        [b, a],
      ],
      ['+a', '+b'],
    ],
    [
      'only what differs',
      [
        [a, b],
        [b, c],
      ],
      ['+a', '+b', '-a', '+c'],
    ],
    ['an item of the same name as another one', [[a], [{ name: 'a' }]], ['+a', '-a', '+a']],
    ['an item that comes again', [[a], [], [a]], ['+a', '-a', '+a']],
  ];
  for (const [what, lists, expected] of cases) {
    it(`is ${what}`, () => {
      const compare = differences<{ name: string }>();
      const calls = lists.flatMap((list) => {
        const { came, left } = compare(list);
        return [...left.map(({ name }) => `-${name}`), ...came.map(({ name }) => `+${name}`)];
      });
      assert.deepEqual(calls, expected);
    });
  }
});
