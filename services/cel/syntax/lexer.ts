import { allOf, SyntaxProblem, type Problem } from './problem.js';

export type TokenKind = 'ident' | 'quotedIdent' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'mark' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

/** The text of the last token. */
export const END = '<EOF>';
const HEX = '[0-9a-fA-F]';
const ESCAPE = String.raw`\\(?:[abfnrtv"'\x60\\?]|[xX]${HEX}{2}|u${HEX}{4}|U${HEX}{8}|[0-3][0-7]{2})`;
const STRING = String.raw`[rR]?(?:"""(?:[^\\]|${ESCAPE})*?"""|'''(?:[^\\]|${ESCAPE})*?'''|"(?:[^\\"\n\r]|${ESCAPE})*"|'(?:[^\\'\n\r]|${ESCAPE})*')`;
const RAW = String.raw`[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`;
/** Sticky patterns, tried in order; the first match is the token. */
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

/** Token limit. Expressions within the node limit rarely have more. */
const MAX_TOKENS = 40_000;

/** The beginning of an escape. */
const PARTIAL = String.raw`(?:\\(?:[xX]${HEX}?|u${HEX}{0,3}|U${HEX}{0,7}|[0-3][0-7]?)?)?`;
/** An invalid token: its valid beginning, up to the character that does not fit. */
const BROKEN = new RegExp(
  String.raw`(?:"(?:[^\\"\n\r]|${ESCAPE})*${PARTIAL}|'(?:[^\\'\n\r]|${ESCAPE})*${PARTIAL}|\x60[A-Za-z0-9_.\-/ ]*|[&|=])?[^]?`,
  'uy',
);
/** After this many errors, lexing stops. */
const MAX_PROBLEMS = 100;

export interface Tokens {
  /** The last token is the end. */
  readonly tokens: readonly Token[];
  /** Skipped texts that are not tokens. */
  readonly problems: readonly Problem[];
}

/** Tokenizes an expression. Throws a SyntaxProblem after too many errors. */
export function tokenise(text: string): Tokens {
  const tokens: Token[] = [];
  const problems: Problem[] = [];
  let at = 0;
  while (at < text.length) {
    const found = tokenAt(text, at);
    if (found === undefined) {
      BROKEN.lastIndex = at;
      const broken = BROKEN.exec(text)?.[0] ?? text.slice(at);
      if (problems.length === MAX_PROBLEMS) throw tooMany(at, problems);
      problems.push({ at, message: `Syntax error: token recognition error at: '${broken}'` });
      at += broken.length;
      continue;
    }
    const [kind, length] = found;
    if (kind !== 'space') tokens.push({ kind, text: text.slice(at, at + length), at });
    if (tokens.length > MAX_TOKENS) {
      throw new SyntaxProblem(undefined, `expression has more than ${MAX_TOKENS} tokens`);
    }
    at += length;
  }
  tokens.push({ kind: 'end', text: END, at });
  return { tokens, problems };
}

function tooMany(at: number, problems: readonly Problem[]): SyntaxProblem {
  return allOf([...problems, { at, message: `Syntax error: More than ${MAX_PROBLEMS} syntax errors` }]);
}

function tokenAt(text: string, at: number): readonly [TokenKind | 'space', number] | undefined {
  for (const [kind, pattern] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return [kind, found[0].length];
  }
  return undefined;
}
