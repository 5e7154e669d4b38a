/** A selector with a syntax error. The message contains the character position, counted from 1. */
export class SelectorSyntaxError extends Error {
  override readonly name = 'SelectorSyntaxError';

  constructor(
    problem: string,
    /** UTF-16 index of the error. */
    readonly index: number,
  ) {
    super(`${problem} (at character ${index + 1})`);
  }
}
