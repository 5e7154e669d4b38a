import { SyntaxProblem } from './problem.js';

export type TokenKind = 'ident' | 'quotedIdent' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'mark' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

const END = '<EOF>';
/** Sticky patterns, tried in this order. The first that matches makes the token. */
const STRING = String.raw`[rR]?(?:"""(?:[^\\]|\\[^])*?"""|'''(?:[^\\]|\\[^])*?'''|"(?:[^\\"\n\r]|\\[^])*"|'(?:[^\\'\n\r]|\\[^])*')`;
const RAW = String.raw`[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`;
const RULES: readonly (readonly [TokenKind | 'space', RegExp])[] = [
  ['space', /(?:[\t\n\r\f ]+|\/\/[^\n]*)+/y],
  ['bytes', new RegExp(`(?:[bB]${RAW}|[rR][bB]${RAW.slice(4)}|[bB]${STRING})`, 'y')],
  ['string', new RegExp(`(?:${RAW}|${STRING})`, 'y')],
  ['ident', /[A-Za-z_][A-Za-z_0-9]*/y],
  ['quotedIdent', /`[A-Za-z0-9_.\-/ ]+`/y],
  ['double', /[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?/y],
  ['uint', /0x[0-9a-fA-F]+[uU]|[0-9]+[uU]/y],
  ['int', /0x[0-9a-fA-F]+|[0-9]+/y],
  ['mark', /==|!=|<=|>=|&&|\|\||[-+*/%!<>?:.,()[\]{}]/y],
];

/** More take too long to read. An expression with as many parts as are allowed has seldom more. */
const MOST_TOKENS = 40_000;

/** The tokens of an expression; the last is the end. Throws a SyntaxProblem. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const found = tokenAt(text, at);
    if (found === undefined) {
      const rest = String.fromCodePoint(text.codePointAt(at) ?? 0);
      throw new SyntaxProblem(at, `Syntax error: token recognition error at: '${rest}'`);
    }
    const [kind, length] = found;
    if (kind !== 'space') tokens.push({ kind, text: text.slice(at, at + length), at });
    if (tokens.length > MOST_TOKENS) {
      throw new SyntaxProblem(undefined, `expression has more than ${MOST_TOKENS} tokens`);
    }
    at += length;
  }
  tokens.push({ kind: 'end', text: END, at });
  return tokens;
}

function tokenAt(text: string, at: number): readonly [TokenKind | 'space', number] | undefined {
  for (const [kind, pattern] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return [kind, found[0].length];
  }
  return undefined;
}
