/** A selector's text cannot be understood. The message says at which character, counted from 1. */
export class SelectorSyntaxError extends Error {
  override readonly name = 'SelectorSyntaxError';

  constructor(
    problem: string,
    /** UTF-16 index of the place. */
    readonly index: number,
  ) {
    super(`${problem} (at character ${index + 1})`);
  }
}
