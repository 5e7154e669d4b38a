import { labelValue, qualifiedName } from '../names/qualified-name.js';
import { type FieldError, fieldErrorText, invalid, keyPath } from '../status/field-error.js';
import { type LabelRequirement, parseInt64 } from './requirement.js';
import { SelectorSyntaxError } from './selector-error.js';

interface Token {
  readonly kind: '==' | '!=' | '=' | '!' | '(' | ')' | ',' | '<' | '>' | 'word' | 'end';
  /** Empty at the end. */
  readonly text: string;
  readonly index: number;
}

const TOKEN = /(?<symbol>==|!=|[=!(),<>])|[^=!(),<> \t\r\n]+/g;

function tokenize(text: string): Token[] {
  const tokens = [...text.matchAll(TOKEN)].map((match): Token => ({
    kind: (match.groups?.['symbol'] ?? 'word') as Token['kind'],
    text: match[0],
    index: match.index,
  }));
  return [...tokens, { kind: 'end', text: '', index: text.length }];
}

/** Returns the next token; the end repeats. */
interface TokenReader {
  readonly peek: () => Token;
  readonly next: () => Token;
}

function readerOf(tokens: readonly Token[], end: Token): TokenReader {
  let position = 0;
  const peek = () => tokens[position] ?? end;
  const next = () => {
    const token = peek();
    position++;
    return token;
  };
  return { peek, next };
}

/**
 * Parses the label selector syntax: `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>5`. An empty text has no requirements.
 * Throws {@link SelectorSyntaxError} in Kubernetes' words.
 */
export function parseLabelRequirements(text: string): LabelRequirement[] {
  const reader = readerOf(tokenize(text), { kind: 'end', text: '', index: text.length });
  const requirements: LabelRequirement[] = [];
  if (reader.peek().kind === 'end') return requirements;
  if (!beginsRequirement(reader.peek())) throw unexpected(reader.peek(), "expected: !, identifier, or 'end of string'");
  for (;;) {
    requirements.push(parseRequirement(reader));
    const separator = reader.next();
    if (separator.kind === 'end') return requirements;
    if (separator.kind !== ',') throw unexpected(separator, "expected: ',' or 'end of string'");
    if (!beginsRequirement(reader.peek())) throw unexpected(reader.peek(), "expected: identifier after ','");
  }
}

function beginsRequirement(token: Token): boolean {
  return token.kind === 'word' || token.kind === '!';
}

function parseRequirement(reader: TokenReader): LabelRequirement {
  const negated = reader.peek().kind === '!';
  if (negated) reader.next();
  const key = reader.next();
  if (key.kind !== 'word') throw inRequirement(key, 'expected: identifier');
  const problems = qualifiedName(key.text);
  if (problems.length > 0) throw badRequirement(fieldErrorText(invalid('', key.text, problems.join('; '))), key.index);
  const after = reader.peek().kind;
  if (negated) return { key: key.text, operator: '!', values: [] };
  if (after === 'end' || after === ',') return { key: key.text, operator: 'exists', values: [] };
  const operator = parseOperator(reader.next());
  const values = operator === 'in' || operator === 'notin' ? parseValues(reader) : [parseValue(reader)];
  const requirement = { key: key.text, operator, values: [...new Set(values)].sort() };
  const errors = valueErrors(requirement).map(fieldErrorText);
  if (errors.length > 0)
    throw badRequirement(errors.length === 1 ? errors.join('') : `[${errors.join(', ')}]`, key.index);
  return requirement;
}

function valueErrors({ key, operator, values }: LabelRequirement): FieldError[] {
  return values.flatMap((value, index) => {
    const path = keyPath('values', index);
    const errors: FieldError[] = [];
    if ((operator === '>' || operator === '<') && parseInt64(value) === undefined) {
      errors.push(invalid(path, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
    }
    const problems = labelValue(value);
    if (problems.length > 0) errors.push(invalid(keyPath(path, key), value, problems.join('; ')));
    return errors;
  });
}

function parseOperator(token: Token): LabelRequirement['operator'] {
  switch (token.kind) {
    case '=':
    case '==':
    case '!=':
    case '<':
    case '>':
      return token.kind;
    case 'word':
      if (token.text === 'in' || token.text === 'notin') return token.text;
      break;
    case '!':
    case '(':
    case ')':
    case ',':
    case 'end':
      break;
  }
  throw inRequirement(token, 'expected: in, notin, =, ==, !=, gt, lt');
}

function parseValue(reader: TokenReader): string {
  const { kind } = reader.peek();
  if (kind === 'end' || kind === ',') return '';
  const token = reader.next();
  if (token.kind !== 'word') throw inRequirement(token, 'expected: identifier');
  return token.text;
}

/** `(a,b)`; an empty element is the empty value. */
function parseValues(reader: TokenReader): string[] {
  const open = reader.next();
  if (open.kind !== '(') throw badRequirement(`found '${open.text}' expected: '('`, open.index);
  const values: string[] = [];
  for (;;) {
    const { kind } = reader.peek();
    const first = values.length === 0;
    if (kind === 'word') values.push(reader.next().text);
    else if (kind === ',' || kind === ')') values.push('');
    else
      throw inRequirement(reader.peek(), first ? "expected: ',', ')' or identifier" : "expected: ',', or identifier");
    const separator = reader.next();
    if (separator.kind === ')') return values;
    if (separator.kind !== ',') throw inRequirement(separator, "expected: ',' or ')'");
  }
}

function unexpected(token: Token, expected: string): SelectorSyntaxError {
  return new SelectorSyntaxError(`found '${token.text}', ${expected}`, token.index);
}

function inRequirement(token: Token, expected: string): SelectorSyntaxError {
  return badRequirement(`found '${token.text}', ${expected}`, token.index);
}

function badRequirement(problem: string, index: number): SelectorSyntaxError {
  return new SelectorSyntaxError(`unable to parse requirement: ${problem}`, index);
}
