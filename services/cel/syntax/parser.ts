import type { Element, Entry, Expr, Field } from './ast.js';
import {
  EXPRESSION,
  followsBrace,
  isFieldName,
  isMark,
  notAField,
  startsExpression,
  startsField,
} from './expectation.js';
import { createFactory, type Factory } from './factory.js';
import { END, tokenise, type Token, type Tokens } from './lexer.js';
import { bytesLiteral, doubleLiteral, intLiteral, stringLiteral, uintLiteral } from './literals.js';
import { expandBinding, expandMacro } from './macros.js';
import { PRODUCTS, RELATIONS, SUMS } from './operators.js';
import { codePoints } from '../values/kind.js';
import { SyntaxProblem } from './problem.js';
import { TokenReader } from './token-reader.js';
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
  readonly #tokens: TokenReader;
  readonly #factory: Factory = createFactory();
  readonly #hasBindings: boolean;
  #depth = 0;

  constructor(tokens: Tokens, hasBindings: boolean) {
    this.#tokens = new TokenReader(tokens);
    this.#hasBindings = hasBindings;
  }

  parseAll(): Expr {
    const expression = this.#expression();
    const [rest, after] = [this.#tokens.peek(), this.#tokens.peek(1)];
    if (rest.kind !== 'end') {
      this.#tokens.fail(`${after.kind === 'end' ? 'extraneous' : 'mismatched'} input '${rest.text}' expecting ${END}`);
    }
    this.#tokens.finish();
    return expression;
  }

  #expression(): Expr {
    return this.#nested(() => {
      const condition = this.#logical('||');
      const mark = this.#tokens.take('?');
      if (mark === undefined) return condition;
      const yes = this.#tokens.within([':'], () => this.#logical('||'));
      this.#tokens.expect(':');
      return this.#call(mark.at, '_?_:_', [condition, yes, this.#expression()]);
    });
  }

  /** Builds balanced trees from chains of `&&` and `||`, so that long chains are not deep. */
  #logical(operator: '||' | '&&'): Expr {
    const operand = (): Expr => (operator === '||' ? this.#logical('&&') : this.#relation());
    const terms = [operand()];
    const places: number[] = [];
    for (let mark = this.#tokens.take(operator); mark !== undefined; mark = this.#tokens.take(operator)) {
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
    for (let token = this.#tokens.peek(); isMark(token) && operators.has(token.text); token = this.#tokens.peek()) {
      this.#tokens.skip(1);
      this.#limit((length += 1));
      const name = token.text === 'in' ? '@in' : `_${token.text}_`;
      left = this.#call(token.at, name, [left, operand()]);
    }
    return left;
  }

  #unary(): Expr {
    const first = this.#tokens.peek();
    if (first.kind !== 'mark' || (first.text !== '!' && first.text !== '-')) return this.#member(this.#primary());
    let count = 0;
    while (this.#tokens.take(first.text) !== undefined) count += 1;
    const number = this.#tokens.peek();
    if (first.text === '-' && count === 1 && (number.kind === 'int' || number.kind === 'double')) {
      this.#tokens.skip(1);
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
      const mark = this.#tokens.take('.') ?? this.#tokens.take('[');
      if (mark === undefined) return operand;
      const isOptional = this.#tokens.take('?') !== undefined;
      operand = mark.text === '.' ? this.#select(mark, operand, isOptional) : this.#index(mark, operand, isOptional);
    }
  }

  #select(mark: Token, operand: Expr, isOptional: boolean): Expr {
    const token = this.#tokens.peek();
    const problem = notAField(mark.text, token);
    if (problem !== undefined) this.#tokens.fail(problem);
    this.#tokens.skip(1);
    const name = token.kind === 'ident' ? token.text : token.text.slice(1, -1);
    if (token.kind === 'quotedIdent') this.#tokens.refuse(token.at, "unsupported syntax: '`'");
    if (isOptional) {
      return this.#factory.call(mark.at, '_?._', [operand, this.#factory.literal(token.at, name)]);
    }
    const open = this.#tokens.take('(');
    if (open === undefined) return this.#factory.select(mark.at, operand, name);
    const args = this.#tokens.list(')', () => this.#expression());
    const expand = this.#hasBindings && name === 'bind' ? expandBinding : expandMacro;
    return expand(this.#factory, open.at, name, operand, args) ?? this.#factory.call(open.at, name, args, operand);
  }

  #index(mark: Token, operand: Expr, isOptional: boolean): Expr {
    const index = this.#tokens.within([']'], () => this.#expression());
    this.#tokens.expect(']');
    return this.#factory.call(mark.at, isOptional ? '_[?_]' : '_[_]', [operand, index]);
  }

  #primary(): Expr {
    const token = this.#tokens.peek();
    this.#tokens.skip(1);
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
            this.#tokens.list(']', () => this.#element()),
          );
        if (text === '{')
          return this.#factory.map(
            at,
            this.#tokens.list('}', () => this.#entry()),
          );
        if (text === '.' && this.#tokens.peek().kind === 'ident') {
          const name = this.#tokens.peek();
          this.#tokens.skip(1);
          return this.#identifier(name, '.');
        }
        break;
      case 'end':
      case 'quotedIdent':
    }
    this.#tokens.skip(-1);
    if (token.kind === 'end' || !startsExpression(this.#tokens.peek(1))) {
      this.#tokens.fail(`mismatched input '${text}' expecting ${EXPRESSION}`);
    }
    this.#tokens.report(`extraneous input '${text}' expecting ${EXPRESSION}`);
    this.#tokens.skip(1);
    return this.#member(this.#primary());
  }

  #identifier({ text, at }: Token, dot: string): Expr {
    if (dot === '' && (text === 'true' || text === 'false')) return this.#factory.literal(at, text === 'true');
    if (dot === '' && text === 'null') return this.#factory.literal(at, null);
    const message = this.#message(dot + text);
    if (message !== undefined) return message;
    if (text === 'in') this.#tokens.fail(`mismatched input 'in' expecting ${EXPRESSION}`);
    if (RESERVED.has(text)) this.#tokens.refuse(at, `reserved identifier: ${text}`);
    const open = this.#tokens.take('(');
    if (open === undefined) return this.#factory.ident(at, dot + text);
    const args = this.#tokens.list(')', () => this.#expression());
    return expandMacro(this.#factory, open.at, text, undefined, args) ?? this.#call(open.at, dot + text, args);
  }

  /** `a.b.Name{field: value}`; undefined for another expression. */
  #message(start: string): Expr | undefined {
    let name = start;
    let ahead = 0;
    while (this.#tokens.peek(ahead).text === '.' && this.#tokens.peek(ahead + 1).kind === 'ident') {
      name += `.${this.#tokens.peek(ahead + 1).text}`;
      ahead += 2;
    }
    const open = this.#tokens.peek(ahead);
    if (open.kind !== 'mark' || open.text !== '{') return undefined;
    this.#tokens.skip(ahead + 1);
    this.#firstField();
    const fields = this.#tokens.list('}', () => this.#field(), startsField);
    return this.#factory.message(open.at, name, fields);
  }

  /** Skips one token that cannot follow the brace, as Kubernetes does. */
  #firstField(): void {
    const [token, after] = [this.#tokens.peek(), this.#tokens.peek(1)];
    if (followsBrace(token)) return;
    const message = `input '${token.text}' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}`;
    if (!followsBrace(after)) this.#tokens.fail(`mismatched ${message}`);
    this.#tokens.report(`extraneous ${message}`);
    this.#tokens.skip(1);
  }

  #field(): Field {
    const isOptional = this.#tokens.take('?') !== undefined;
    const { kind, text, at } = this.#tokens.peek();
    if (kind === 'quotedIdent') this.#tokens.refuse(at, "unsupported syntax: '`'");
    if (!isFieldName(this.#tokens.peek())) {
      this.#tokens.fail(`mismatched input '${text}' expecting {IDENTIFIER, ESC_IDENTIFIER}`);
    }
    this.#tokens.skip(1);
    const colon = this.#tokens.peek().at;
    this.#tokens.expect(':');
    return { name: text, at: colon, value: this.#expression(), isOptional };
  }

  #parenthesised(): Expr {
    const inner = this.#tokens.within([')'], () => this.#expression());
    this.#tokens.expect(')');
    return inner;
  }

  #element(): Element {
    const isOptional = this.#tokens.take('?') !== undefined;
    return { value: this.#expression(), isOptional };
  }

  #entry(): Entry {
    const isOptional = this.#tokens.take('?') !== undefined;
    const key = this.#tokens.within([':'], () => this.#expression());
    this.#tokens.expect(':');
    return { key, value: this.#expression(), isOptional };
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
}
