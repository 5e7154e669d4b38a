import assert from 'node:assert/strict';
import { pemBlocks } from './pem.js';

const block = (type: string, body = 'eA==', end = type): string =>
  `-----BEGIN ${type}-----\n${body}\n-----END ${end}-----\n`;

const table: readonly (readonly [what: string, text: string, found: string[]])[] = [
  ['a block', block('A'), ['A x']],
  ['blocks among other lines', `text\n${block('A')}more\n${block('B')}`, ['A x', 'B x']],
  ['a block with headers', block('A', 'a: b\n\neA=='), ['A x, headers']],
  ['a block in several lines, with spaces', block('A', 'eH\n  h4 \r\neA== '), ['A xxxx']],
  ['an empty block', '-----BEGIN A-----\n-----END A-----', ['A ']],
  ['the last of two beginnings', `-----BEGIN A-----\n${block('B')}`, ['B x']],
  ['no block that ends as another one', block('A', 'eA==', 'B'), []],
  ['no block that does not begin its line', ` ${block('A')}`, []],
  ['no block in another alphabet', block('A', 'e_8='), []],
  ['no block without padding', block('A', 'eA'), []],
  ['no block without an end', '-----BEGIN A-----\neA==\n', []],
];

describe('PEM', () => {
  for (const [what, text, found] of table) {
    it(`has ${what}`, () => {
      const shown = [...pemBlocks(text)].map(
        ({ type, hasHeaders, bytes }) => `${type} ${bytes.toString()}${hasHeaders ? ', headers' : ''}`,
      );
      assert.deepEqual(shown, found);
    });
  }
});
