import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { diffLines, withContext } from './diff.js';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

describe('a diff of lines', () => {
  it('has both texts, and no line twice that both have', () => {
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        const diff = diffLines(from, to);
        const without = (mark: string): string[] => diff.filter((line) => line.mark !== mark).map(({ text }) => text);
        assert.deepEqual(without('+'), from);
        assert.deepEqual(without('-'), to);
        if (from.join() === to.join()) assert.ok(diff.every(({ mark }) => mark === ' '));
      }),
    );
  });

  it('is the shortest', () => {
    const marks = (from: string, to: string): string =>
      diffLines(from.split(''), to.split(''))
        .map(({ mark }) => mark)
        .join('');
    assert.equal(marks('abcdef', 'abxdef'), '  -+   ');
    assert.equal(marks('abcabba', 'cbabac').replaceAll(' ', '').length, 5);
  });

  it('replaces very long texts as a whole', () => {
    const long = (start: string): string[] => Array.from({ length: 3_000 }, (_, index) => `${start}${index}`);
    assert.equal(diffLines(long('a'), long('b')).length, 6_000);
  });

  it('leaves out common lines far from a difference', () => {
    const diff = diffLines('abcdefgh'.split(''), 'abcdeXgh'.split(''));
    assert.deepEqual(
      withContext(diff, 1).map((line) => line && line.mark + line.text),
      [undefined, ' e', '-f', '+X', ' g', undefined],
    );
  });
});
