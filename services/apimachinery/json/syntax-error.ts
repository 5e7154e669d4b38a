import { goEscape } from './go-escape.js';

/** A position in a text. */
export interface TextPosition {
  /** Number of UTF-8 bytes before it. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  /** Code points from the start of the line, counted from 1. */
  readonly column: number;
}

/** The position of the UTF-16 index `index` in `text`. Takes time proportional to `index`. */
export function positionAt(text: string, index: number): TextPosition {
  const before = text.slice(0, index);
  const lastLine = before.slice(before.lastIndexOf('\n') + 1);
  return {
    offset: new TextEncoder().encode(before).length,
    line: countOf(before, '\n') + 1,
    column: codePoints(lastLine) + 1,
  };
}

/** The input is not JSON. The message ends with ` (line 3, column 7)`. */
export class JsonSyntaxError extends Error implements TextPosition {
  override readonly name = 'JsonSyntaxError';
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  /** `problem` uses the wording of Go's encoding/json if it has one. */
  constructor(problem: string, position: TextPosition) {
    super(`${problem} (line ${position.line}, column ${position.column})`);
    this.offset = position.offset;
    this.line = position.line;
    this.column = position.column;
  }
}

/** The error for an unexpected character at `index`; `context` describes the position. */
export function unexpectedCharacter(text: string, index: number, context: string): JsonSyntaxError {
  const found = text.codePointAt(index);
  const problem =
    found === undefined ? 'unexpected end of JSON input' : `invalid character ${quoteCharacter(found)} ${context}`;
  return new JsonSyntaxError(problem, positionAt(text, index));
}

/** A character in single quotes in Go's notation: `'x'`, `'"'`, `'\n'`, `'\x00'`. */
function quoteCharacter(code: number): string {
  const character = String.fromCodePoint(code);
  return character === "'" ? String.raw`'\''` : `'${goEscape(character)}'`;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index >= 0; index = text.indexOf(character, index + 1)) count++;
  return count;
}

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count++) index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
