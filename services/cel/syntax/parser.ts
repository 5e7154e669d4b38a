import type { Element, Entry, Expr } from './ast.js';
import { EXPRESSION, isMark, notAField, startsExpression, startsItem } from './expectation.js';
import { createFactory, type Factory } from './factory.js';
import { END, tokenise, type Token } from './lexer.js';
import { bytesLiteral, doubleLiteral, intLiteral, stringLiteral, uintLiteral } from './literals.js';
import { expandBinding, expandMacro } from './macros.js';
import { PRODUCTS, RELATIONS, SUMS } from './operators.js';
import { codePoints } from '../values/kind.js';
import { allOf, SyntaxProblem, type Problem } from './problem.js';
import { Uint } from '../values/value.js';

/** Length limit of an expression in code points. */
const MAX_EXPRESSION = 100_000;
/** Limit of nesting, and of chained operators, selections and calls. */
const DEEPEST = 250;

const RESERVED = new Set(
  'as break const continue else for function if import in let loop package namespace return var void while'.split(' '),
);

/** Parses an expression and expands its macros, with `cel.bind` if `hasBindings`. Throws a SyntaxProblem. */
export function parse(text: string, hasBindings = false): Expr {
  const length = codePoints(text);
  if (length > MAX_EXPRESSION) {
    const limits = `size: ${length}, limit ${MAX_EXPRESSION}`;
    throw new SyntaxProblem(undefined, `expression code point size exceeds limit: ${limits}`);
  }
  return new Parser(tokenise(text), hasBindings).parseAll();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #factory: Factory = createFactory();
  readonly #hasBindings: boolean;
  /** Errors so far. Parsing continues after a single missing or extra token. */
  readonly #problems: Problem[];
  /** Tokens that may follow the innermost expression. */
  #follow: readonly string[] = [END];
  #next = 0;
  #depth = 0;

  constructor({ tokens, problems }: ReturnType<typeof tokenise>, hasBindings: boolean) {
    this.#hasBindings = hasBindings;
    this.#tokens = tokens;
    this.#problems = [...problems];
  }

  parseAll(): Expr {
    const expression = this.#expression();
    const [rest, after] = [this.#peek(), this.#peek(1)];
    if (rest.kind !== 'end') {
      this.#fail(`${after.kind === 'end' ? 'extraneous' : 'mismatched'} input '${rest.text}' expecting ${END}`);
    }
    if (this.#problems.length > 0) throw allOf(this.#problems);
    return expression;
  }

  #expression(): Expr {
    return this.#nested(() => {
      const condition = this.#logical('||');
      const mark = this.#take('?');
      if (mark === undefined) return condition;
      const yes = this.#within([':'], () => this.#logical('||'));
      this.#expect(':');
      return this.#call(mark.at, '_?_:_', [condition, yes, this.#expression()]);
    });
  }

  /** Builds balanced trees from chains of `&&` and `||`, so that long chains are not deep. */
  #logical(operator: '||' | '&&'): Expr {
    const operand = (): Expr => (operator === '||' ? this.#logical('&&') : this.#relation());
    const terms = [operand()];
    const places: number[] = [];
    for (let mark = this.#take(operator); mark !== undefined; mark = this.#take(operator)) {
      places.push(mark.at);
      terms.push(operand());
    }
    const balanced = (from: number, to: number): Expr => {
      const only = terms[from];
      if (from === to && only !== undefined) return only;
      const middle = Math.floor((from + to + 1) / 2);
      const [left, right] = [balanced(from, middle - 1), balanced(middle, to)];
      return this.#call(places[middle - 1] ?? 0, `_${operator}_`, [left, right]);
    };
    return balanced(0, terms.length - 1);
  }

  #relation(): Expr {
    return this.#chain(RELATIONS, () => this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#unary())));
  }

  #chain(operators: ReadonlySet<string>, operand: () => Expr): Expr {
    let left = operand();
    let length = 0;
    for (let token = this.#peek(); isMark(token) && operators.has(token.text); token = this.#peek()) {
      this.#next += 1;
      this.#limit((length += 1));
      const name = token.text === 'in' ? '@in' : `_${token.text}_`;
      left = this.#call(token.at, name, [left, operand()]);
    }
    return left;
  }

  #unary(): Expr {
    const first = this.#peek();
    if (first.kind !== 'mark' || (first.text !== '!' && first.text !== '-')) return this.#member(this.#primary());
    let count = 0;
    while (this.#take(first.text) !== undefined) count += 1;
    const number = this.#peek();
    if (first.text === '-' && count === 1 && (number.kind === 'int' || number.kind === 'double')) {
      this.#next += 1;
      const value =
        number.kind === 'int' ? intLiteral(number.text, true, first.at) : doubleLiteral(number.text, true, first.at);
      return this.#member(this.#factory.literal(first.at, value));
    }
    const operand = this.#member(this.#primary());
    return count % 2 === 0 ? operand : this.#call(first.at, first.text === '!' ? '!_' : '-_', [operand]);
  }

  #member(start: Expr): Expr {
    let operand = start;
    for (let length = 1; ; length += 1) {
      this.#limit(length);
      const mark = this.#take('.') ?? this.#take('[');
      if (mark === undefined) return operand;
      const isOptional = this.#take('?') !== undefined;
      operand = mark.text === '.' ? this.#select(mark, operand, isOptional) : this.#index(mark, operand, isOptional);
    }
  }

  #select(mark: Token, operand: Expr, isOptional: boolean): Expr {
    const token = this.#peek();
    const problem = notAField(mark.text, token);
    if (problem !== undefined) this.#fail(problem);
    this.#next += 1;
    const name = token.kind === 'ident' ? token.text : token.text.slice(1, -1);
    if (token.kind === 'quotedIdent') this.#refuse(token.at, "unsupported syntax: '`'");
    if (isOptional) {
      return this.#factory.call(mark.at, '_?._', [operand, this.#factory.literal(token.at, name)]);
    }
    const open = this.#take('(');
    if (open === undefined) return this.#factory.select(mark.at, operand, name);
    const args = this.#list(')', () => this.#expression());
    const expand = this.#hasBindings && name === 'bind' ? expandBinding : expandMacro;
    return expand(this.#factory, open.at, name, operand, args) ?? this.#factory.call(open.at, name, args, operand);
  }

  #index(mark: Token, operand: Expr, isOptional: boolean): Expr {
    const index = this.#within([']'], () => this.#expression());
    this.#expect(']');
    return this.#factory.call(mark.at, isOptional ? '_[?_]' : '_[_]', [operand, index]);
  }

  #primary(): Expr {
    const token = this.#peek();
    this.#next += 1;
    const { at, text } = token;
    switch (token.kind) {
      case 'int':
        return this.#factory.literal(at, intLiteral(text, false, at));
      case 'uint':
        return this.#factory.literal(at, new Uint(uintLiteral(text, at)));
      case 'double':
        return this.#factory.literal(at, doubleLiteral(text, false, at));
      case 'string':
        return this.#factory.literal(at, stringLiteral(text, at));
      case 'bytes':
        return this.#factory.literal(at, bytesLiteral(text, at));
      case 'ident':
        return this.#identifier(token, '');
      case 'mark':
        if (text === '(') return this.#parenthesised();
        if (text === '[')
          return this.#factory.list(
            at,
            this.#list(']', () => this.#element()),
          );
        if (text === '{')
          return this.#factory.map(
            at,
            this.#list('}', () => this.#entry()),
          );
        if (text === '.' && this.#peek().kind === 'ident') {
          const name = this.#peek();
          this.#next += 1;
          return this.#identifier(name, '.');
        }
        break;
      case 'end':
      case 'quotedIdent':
    }
    this.#next -= 1;
    if (token.kind === 'end' || !startsExpression(this.#peek(1))) {
      this.#fail(`mismatched input '${text}' expecting ${EXPRESSION}`);
    }
    this.#report(`extraneous input '${text}' expecting ${EXPRESSION}`);
    this.#next += 1;
    return this.#member(this.#primary());
  }

  #identifier({ text, at }: Token, dot: string): Expr {
    if (dot === '' && (text === 'true' || text === 'false')) return this.#factory.literal(at, text === 'true');
    if (dot === '' && text === 'null') return this.#factory.literal(at, null);
    const message = this.#message(dot + text);
    if (message !== undefined) return message;
    if (text === 'in') this.#fail(`mismatched input 'in' expecting ${EXPRESSION}`);
    if (RESERVED.has(text)) this.#refuse(at, `reserved identifier: ${text}`);
    const open = this.#take('(');
    if (open === undefined) return this.#factory.ident(at, dot + text);
    const args = this.#list(')', () => this.#expression());
    return expandMacro(this.#factory, open.at, text, undefined, args) ?? this.#call(open.at, dot + text, args);
  }

  /** `a.b.Name{field: value}`. The fields are ignored, because no message can be constructed. */
  #message(start: string): Expr | undefined {
    let name = start;
    let ahead = this.#next;
    while (this.#tokens[ahead]?.text === '.' && this.#tokens[ahead + 1]?.kind === 'ident') {
      name += `.${this.#tokens[ahead + 1]?.text ?? ''}`;
      ahead += 2;
    }
    const open = this.#tokens[ahead];
    if (open?.kind !== 'mark' || open.text !== '{') return undefined;
    this.#next = ahead + 1;
    this.#list('}', () => {
      this.#take('?');
      const field = this.#peek();
      if (field.kind !== 'ident' && field.kind !== 'quotedIdent')
        this.#fail(`mismatched input '${field.text}' expecting IDENTIFIER`);
      this.#next += 1;
      this.#expect(':');
      return this.#expression();
    });
    return this.#factory.message(open.at, name);
  }

  #parenthesised(): Expr {
    const inner = this.#within([')'], () => this.#expression());
    this.#expect(')');
    return inner;
  }

  #element(): Element {
    const isOptional = this.#take('?') !== undefined;
    return { value: this.#expression(), isOptional };
  }

  #entry(): Entry {
    const isOptional = this.#take('?') !== undefined;
    const key = this.#within([':'], () => this.#expression());
    this.#expect(':');
    return { key, value: this.#expression(), isOptional };
  }

  /** Parses items up to the closing token. Lists and maps allow a trailing comma, even alone. */
  #list<Item>(close: string, item: () => Item): Item[] {
    const items: Item[] = [];
    if (this.#take(close) !== undefined) return items;
    let comma = close === ')' ? undefined : this.#take(',');
    const hasItem = (): boolean => comma === undefined || close === ')' || startsItem(this.#peek());
    while (hasItem()) {
      if (comma !== undefined && this.#peek().text === ')') this.#fail(`mismatched input ')' expecting ${EXPRESSION}`);
      items.push(this.#within([close, ','], item));
      comma = this.#take(',');
      if (comma === undefined) {
        this.#closeList(close);
        return items;
      }
    }
    this.#expect(close);
    return items;
  }

  #closeList(close: string): void {
    if (close === ')') return this.#expect(close);
    if (this.#take(close) !== undefined) return;
    const after = this.#peek(1);
    const isExtraneous = isMark(after) && (after.text === close || after.text === ',');
    const message = `input '${this.#peek().text}' expecting {'${close}', ','}`;
    if (!isExtraneous) this.#fail(`mismatched ${message}`);
    this.#report(`extraneous ${message}`);
    this.#next += 1;
    this.#take(',');
    this.#expect(close);
  }

  #call(at: number, name: string, args: readonly Expr[]): Expr {
    return this.#factory.call(at, name, args);
  }

  #nested(parse: () => Expr): Expr {
    this.#limit((this.#depth += 1));
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #limit(depth: number): void {
    if (depth > DEEPEST) throw new SyntaxProblem(undefined, `expression recursion limit exceeded: ${DEEPEST}`);
  }

  /** The next token, or a later one. */
  #peek(ahead = 0): Token {
    const token = this.#tokens[this.#next + ahead] ?? this.#tokens.at(-1);
    if (token === undefined) throw new TypeError('there are no tokens');
    return token;
  }

  #take(text: string): Token | undefined {
    const token = this.#peek();
    if (token.text !== text || !isMark(token)) return undefined;
    this.#next += 1;
    return token;
  }

  /** Error recovery as in Kubernetes: skips one extra token, or assumes a missing one. */
  #expect(text: string): void {
    if (this.#take(text) !== undefined) return;
    const [token, after] = [this.#peek(), this.#peek(1)];
    if (isMark(after) && after.text === text) {
      this.#report(`extraneous input '${token.text}' expecting '${text}'`);
      this.#next += 2;
      return;
    }
    const isMissing = text === ':' ? startsExpression(token) : this.#follow.includes(token.text);
    if (!isMissing) this.#fail(`mismatched input '${token.text}' expecting '${text}'`);
    this.#report(`missing '${text}' at '${token.text}'`);
  }

  /** Parses up to one of these tokens. */
  #within<Result>(follow: readonly string[], parse: () => Result): Result {
    const outer = this.#follow;
    this.#follow = follow;
    const result = parse();
    this.#follow = outer;
    return result;
  }

  #report(message: string): void {
    this.#problems.push({ at: this.#peek().at, message: `Syntax error: ${message}` });
  }

  #fail(message: string): never {
    return this.#refuse(this.#peek().at, `Syntax error: ${message}`);
  }

  #refuse(at: number, message: string): never {
    throw allOf([...this.#problems, { at, message }]);
  }
}
