import assert from 'node:assert/strict';
import { RE2JS } from 're2js';
import { PatternSearch, type PatternProgram } from './pattern-search.js';

interface Compiled {
  re2(): { readonly prog: PatternProgram };
}

/** Start and end of all matches, from searches in slices of so many steps. */
function allIn(source: string, text: string, steps: number): (readonly [number, number])[] {
  const search = new PatternSearch((RE2JS.compile(source) as unknown as Compiled).re2().prog, text);
  const found: (readonly [number, number])[] = [];
  for (let from = 0; from <= text.length;) {
    search.begin(from, true);
    while (!search.advance(steps));
    if (search.found === undefined) break;
    const [start, end] = search.found;
    found.push([start, end]);
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  }
  return found;
}

/** The same by the library. */
function expectedIn(source: string, text: string): (readonly [number, number])[] {
  const matcher = RE2JS.compile(source).matcher(text);
  const found: (readonly [number, number])[] = [];
  while (matcher.find()) found.push([matcher.start(), matcher.end()]);
  return found;
}

const PIECES = [
  'a',
  'b',
  '.',
  'a*',
  'b+',
  'a?',
  'a*?',
  '(a|b)',
  '(?:ab|a)',
  '[^a]',
  '[a-c\\n]',
  '^',
  '$',
  '\\b',
  '\\B',
  '\\A',
  '\\z',
];
PIECES.push('(?i:A)', '(?s:.)', '(?m:^b)', '(?m:a$)', 'a{2,3}', '\\pL', '\u{1F600}', '|', 'é', '\\w', '(?:)', '(?:a|)');
const CHARACTERS = ['a', 'b', 'A', 'c', '\n', ' ', '_', '\u{1F600}', 'é', '\u{D83D}'];

describe('a search in slices', () => {
  it('finds what the library finds, for random patterns and texts', () => {
    let seed = 7;
    const next = (limit: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return (seed >>> 8) % limit;
    };
    const some = (from: readonly string[], most: number): string =>
      Array.from({ length: next(most) }, () => from[next(from.length)] ?? '').join('');
    for (let count = 0; count < 4000; count += 1) {
      const [source, text] = [some(PIECES, 6), some(CHARACTERS, 12)];
      const expected = expectedIn(source, text);
      for (const steps of [1, 1000]) {
        assert.deepEqual(allIn(source, text, steps), expected, JSON.stringify([source, text]));
      }
    }
  });

  it('takes time in proportion to the text and the pattern', () => {
    for (const source of ['(a|b)*a(a|b){50}[cd]', '((a{0,10}){0,10})[cd]', '([ab]*?)([ab]{0,90})[cd]']) {
      const { prog } = (RE2JS.compile(source) as unknown as Compiled).re2();
      const search = new PatternSearch(prog, 'ab'.repeat(2000));
      search.begin(0, true);
      while (!search.advance(5000));
      assert.equal(search.found, undefined);
      // Each character reads each instruction at most once, and follows its two ways.
      assert.ok(search.steps <= 4001 * (4 * prog.numInst() + 2));
    }
  });
});
