import assert from 'node:assert/strict';
import { EXPRESSION } from './expectation.js';
import { parse } from './parser.js';
import { problemsText, SyntaxProblem, type Problem } from './problem.js';

function problemsOf(text: string): readonly Problem[] {
  try {
    parse(text);
    return [];
  } catch (error) {
    assert.ok(error instanceof SyntaxProblem);
    return [{ at: error.at, message: error.message }, ...error.others];
  }
}

const reported = (text: string): readonly string[] =>
  problemsOf(text).map(({ at, message }) => `${at} ${message.replace('Syntax error: ', '')}`);

describe('the parser', () => {
  /** Errors as Kubernetes reports them: the position, counted from 0, and the message. */
  const cases: readonly (readonly [text: string, ...problems: string[]])[] = [
    ['[,].size() == {,}.size()'],
    ['[1, 2,].size() == {1: 2,}.size()'],
    ['@', "0 token recognition error at: '@'", `1 mismatched input '<EOF>' expecting ${EXPRESSION}`],
    ["'abc", "0 token recognition error at: ''abc'", `4 mismatched input '<EOF>' expecting ${EXPRESSION}`],
    ['1 @ + @ 2', "2 token recognition error at: '@'", "6 token recognition error at: '@'"],
    ['1 & 2', "2 token recognition error at: '& '", "4 extraneous input '2' expecting <EOF>"],
    [
      '"\\q"',
      `0 token recognition error at: '"\\q'`,
      `3 token recognition error at: '"'`,
      `4 mismatched input '<EOF>' expecting ${EXPRESSION}`,
    ],
    ['self.all(x, x', "13 missing ')' at '<EOF>'"],
    ['f(g(1', "5 mismatched input '<EOF>' expecting ')'"],
    ['(1 2)', "3 extraneous input '2' expecting ')'"],
    ['(1]', "2 mismatched input ']' expecting ')'"],
    ['self[0', "6 missing ']' at '<EOF>'"],
    ['1 ? (2 : 3', "7 missing ')' at ':'"],
    ['1 ? 2', "5 mismatched input '<EOF>' expecting ':'"],
    ['{1 2', "3 missing ':' at '2'", "4 mismatched input '<EOF>' expecting {'}', ','}"],
    ['[1', "2 mismatched input '<EOF>' expecting {']', ','}"],
    ['[1 2, 3]', "3 extraneous input '2' expecting {']', ','}", "6 extraneous input '3' expecting ']'"],
    ['[1,', "3 missing ']' at '<EOF>'"],
    ['[,1]', "2 extraneous input '1' expecting ']'"],
    ['A{', "2 mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"],
    ['A{1}', "2 extraneous input '1' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"],
    ['A{true: 1}', "2 mismatched input 'true' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"],
    ['A{?1}', "3 mismatched input '1' expecting {IDENTIFIER, ESC_IDENTIFIER}"],
    ['A{,}'],
    ['A{, a: 1}', "4 mismatched input 'a' expecting '}'"],
    ['A{a: 1, 2}', "8 extraneous input '2' expecting '}'"],
    ['A{a: 1, 2: 3}', "8 mismatched input '2' expecting '}'"],
    ['A{a}', "3 mismatched input '}' expecting ':'"],
    ['A{a 1}', "4 missing ':' at '1'"],
    ['A{a: 1 b: 2}', "7 mismatched input 'b' expecting {'}', ','}"],
    ['* 1', `0 extraneous input '*' expecting ${EXPRESSION}`],
    ['a b c', "2 mismatched input 'b' expecting <EOF>"],
    ['self.in', "5 no viable alternative at input '.in'"],
    ['self.true', "5 mismatched input 'true' expecting IDENTIFIER"],
    ['self.if'],
  ];
  for (const [text, ...problems] of cases) {
    it(`reports the errors of ${text}`, () => assert.deepEqual(reported(text), problems));
  }

  it('stops after 100 invalid tokens', () => {
    const problems = problemsOf('@'.repeat(50_000));
    assert.equal(problems.length, 101);
    assert.equal(problems.at(-1)?.message, 'Syntax error: More than 100 syntax errors');
    assert.match(problemsText('@', problems.slice(0, 1).concat(problems)), /\n2 more errors were truncated$/);
  });

  it('does not repeat long lines in messages', () => {
    const text = '@'.repeat(16_000);
    const shown = problemsText(text, problemsOf(text));
    assert.ok(shown.length < 100_000);
    assert.match(shown, /\n96 more errors were truncated$/);
  });
});
