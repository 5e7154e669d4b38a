import type { Token } from './lexer.js';

/** Tokens that can begin an expression, as shown in messages. */
export const EXPRESSION =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const NOT_FIELDS = new Set(['true', 'false', 'null', 'in']);
const STARTS = new Set(['(', '[', '{', '.', '-', '!']);

/** Whether a token can begin an expression. */
export function startsExpression({ kind, text }: Token): boolean {
  if (kind === 'mark') return STARTS.has(text);
  return kind !== 'end' && kind !== 'quotedIdent' && text !== 'in';
}

/** Whether a token can begin a list or map element. */
export function startsItem(token: Token): boolean {
  return startsExpression(token) || token.text === '?';
}

/** Whether a token can be the name of a field of a message. */
export function isFieldName({ kind, text }: Token): boolean {
  return kind === 'quotedIdent' || (kind === 'ident' && !NOT_FIELDS.has(text));
}

/** Whether a token can begin a field of a message. */
export function startsField(token: Token): boolean {
  return token.text === '?' || isFieldName(token);
}

/** Whether a token can follow the opening brace of a message. */
export function followsBrace(token: Token): boolean {
  return startsField(token) || (isMark(token) && (token.text === '}' || token.text === ','));
}

/** Whether a token is an operator or bracket. */
export function isMark({ kind, text }: Token): boolean {
  return kind === 'mark' || text === 'in';
}

/** Why a token cannot be a field name; undefined if it can. */
export function notAField(mark: string, { kind, text }: Token): string | undefined {
  if (kind === 'ident' && (text === 'true' || text === 'false' || text === 'null')) {
    return `mismatched input '${text}' expecting IDENTIFIER`;
  }
  if ((kind === 'ident' && text !== 'in') || kind === 'quotedIdent') return undefined;
  return `no viable alternative at input '${mark}${kind === 'end' ? '' : text}'`;
}
