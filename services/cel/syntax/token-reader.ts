import { EXPRESSION, isMark, startsExpression, startsItem } from './expectation.js';
import { END, type Token, type Tokens } from './lexer.js';
import { allOf, type Problem } from './problem.js';

/** Reads the tokens of an expression, with the error recovery of Kubernetes' parser. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  /** Errors so far. Reading continues after a single missing or extra token. */
  readonly #problems: Problem[];
  /** Tokens that may follow the innermost expression. */
  #follow: readonly string[] = [END];
  #next = 0;

  constructor({ tokens, problems }: Tokens) {
    this.#tokens = tokens;
    this.#problems = [...problems];
  }

  /** Throws the errors so far. */
  finish(): void {
    if (this.#problems.length > 0) throw allOf(this.#problems);
  }

  /** Moves by a number of tokens. */
  skip(count: number): void {
    this.#next += count;
  }

  /** Parses items up to the closing token. Lists, maps and messages allow a trailing comma, even alone. */
  list<Item>(close: string, item: () => Item, starts = startsItem): Item[] {
    const items: Item[] = [];
    if (this.take(close) !== undefined) return items;
    let comma = close === ')' ? undefined : this.take(',');
    const isEmpty = comma !== undefined;
    const hasItem = (): boolean => comma === undefined || close === ')' || (!isEmpty && starts(this.peek()));
    while (hasItem()) {
      if (comma !== undefined && this.peek().text === ')') this.fail(`mismatched input ')' expecting ${EXPRESSION}`);
      items.push(this.within([close, ','], item));
      comma = this.take(',');
      if (comma === undefined) {
        this.#closeList(close);
        return items;
      }
    }
    this.expect(close);
    return items;
  }

  #closeList(close: string): void {
    if (close === ')') return this.expect(close);
    if (this.take(close) !== undefined) return;
    const after = this.peek(1);
    const isExtraneous = isMark(after) && (after.text === close || after.text === ',');
    const message = `input '${this.peek().text}' expecting {'${close}', ','}`;
    if (!isExtraneous) this.fail(`mismatched ${message}`);
    this.report(`extraneous ${message}`);
    this.#next += 1;
    this.take(',');
    this.expect(close);
  }

  /** The next token, or a later one. */
  peek(ahead = 0): Token {
    const token = this.#tokens[this.#next + ahead] ?? this.#tokens.at(-1);
    if (token === undefined) throw new TypeError('there are no tokens');
    return token;
  }

  /** Takes the next token if it is this mark. */
  take(text: string): Token | undefined {
    const token = this.peek();
    if (token.text !== text || !isMark(token)) return undefined;
    this.#next += 1;
    return token;
  }

  /** Error recovery as in Kubernetes: skips one extra token, or assumes a missing one. */
  expect(text: string): void {
    if (this.take(text) !== undefined) return;
    const [token, after] = [this.peek(), this.peek(1)];
    if (isMark(after) && after.text === text) {
      this.report(`extraneous input '${token.text}' expecting '${text}'`);
      this.#next += 2;
      return;
    }
    const isMissing = text === ':' ? startsExpression(token) : this.#follow.includes(token.text);
    if (!isMissing) this.fail(`mismatched input '${token.text}' expecting '${text}'`);
    this.report(`missing '${text}' at '${token.text}'`);
  }

  /** Parses up to one of these tokens. */
  within<Result>(follow: readonly string[], parse: () => Result): Result {
    const outer = this.#follow;
    this.#follow = follow;
    const result = parse();
    this.#follow = outer;
    return result;
  }

  /** Adds an error at the next token. */
  report(message: string): void {
    this.#problems.push({ at: this.peek().at, message: `Syntax error: ${message}` });
  }

  /** Throws an error at the next token, after the errors so far. */
  fail(message: string): never {
    return this.refuse(this.peek().at, `Syntax error: ${message}`);
  }

  /** Throws an error, after the errors so far. */
  refuse(at: number, message: string): never {
    throw allOf([...this.#problems, { at, message }]);
  }
}
