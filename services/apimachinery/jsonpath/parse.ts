import { JsonPathError } from './error.js';
import type { JsonPathNode, ListNode, SliceBound, Template, TextNode } from './nodes.js';
import { readInteger, readNumber } from './numbers.js';
import { unquote } from './unquote.js';

/** The state of the parser. Nodes of the open action are collected separately. */
interface Parser {
  readonly text: string;
  index: number;
}

/**
 * Parses a template of Kubernetes' JSONPath dialect, such as `{.status.conditions[?(@.type=="Ready")].status}`. Takes
 * linear time and little stack, because filters and unions nest at most three levels. Throws {@link JsonPathError}.
 */
export function parseTemplate(text: string): Template {
  const parser: Parser = { text, index: 0 };
  const template: (TextNode | ListNode)[] = [];
  while (parser.index < text.length) {
    const brace = text.indexOf('{', parser.index);
    const end = brace < 0 ? text.length : brace;
    if (end > parser.index) template.push({ type: 'text', text: text.slice(parser.index, end) });
    parser.index = end + 1;
    if (brace >= 0) template.push(parseAction(parser));
  }
  return template;
}

/** Parses a path without braces, as in CustomResourceDefinitions. Throws {@link JsonPathError}. */
export function parseJsonPath(path: string): Template {
  return parseTemplate(`{${path}}`);
}

/** Parses a text as if it stood between braces. A brace inside ends it; the rest is only checked. */
function parseList(text: string): ListNode {
  const [first] = parseJsonPath(text);
  return first?.type === 'list' ? first : { type: 'list', nodes: [] };
}

/** Parses up to the closing brace and consumes it. */
function parseAction(parser: Parser): ListNode {
  const nodes: JsonPathNode[] = [];
  while (!takes(parser, '}')) {
    for (const node of parseStep(parser, nodes.at(-1))) nodes.push(node);
  }
  return { type: 'list', nodes };
}

function parseStep(parser: Parser, last: JsonPathNode | undefined): JsonPathNode[] {
  const { text, index } = parser;
  if (takes(parser, '[?(')) return [parseFilter(parser)];
  if (takes(parser, '..')) {
    if (last?.type === 'recursive') throw new JsonPathError('invalid multiple recursive descent');
    const next = characterAt(text, parser.index);
    return [{ type: 'recursive' }, ...(isAlphanumeric(next) ? [parseField(parser)] : [])];
  }
  const character = characterAt(text, index);
  if (character === '' || character === '\n' || character === '\r') throw new JsonPathError('unclosed action');
  if (isDigit(character) || character === '+' || character === '-') return [parseNumber(parser)];
  if (isAlphanumeric(character)) return [parseIdentifier(parser)];
  parser.index += character.length;
  switch (character) {
    case ' ':
    case '@':
    case '$':
      return [];
    case '[':
      return parseBrackets(parser);
    case '"':
    case "'":
      return [parseQuote(parser, index, character)];
    case '.':
      return [parseField(parser)];
    default:
      throw new JsonPathError(`unrecognized character in action: ${unicodeName(character)}`);
  }
}

function takes(parser: Parser, prefix: string): boolean {
  if (!parser.text.startsWith(prefix, parser.index)) return false;
  parser.index += prefix.length;
  return true;
}

/** Characters that end a name. */
const TERMINATOR = /[ \t\r\n.,[\]$@{}]/;

function parseField(parser: Parser): JsonPathNode {
  const { text, index: start } = parser;
  while (parser.index < text.length) {
    const character = characterAt(text, parser.index);
    if (character === '\\') parser.index += 1;
    else if (TERMINATOR.test(character)) break;
    parser.index += characterAt(text, parser.index).length;
  }
  const name = text.slice(start, parser.index);
  return name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') };
}

function parseIdentifier(parser: Parser): JsonPathNode {
  const { text, index: start } = parser;
  while (parser.index < text.length && !TERMINATOR.test(text.charAt(parser.index))) parser.index += 1;
  const name = text.slice(start, parser.index);
  return name === 'true' || name === 'false' ? { type: 'bool', value: name === 'true' } : { type: 'identifier', name };
}

function parseNumber(parser: Parser): JsonPathNode {
  const { text, index: start } = parser;
  if (/[+-]/.test(text.charAt(start))) parser.index += 1;
  for (;;) {
    const character = characterAt(text, parser.index);
    if (character !== '.' && !isDigit(character)) break;
    parser.index += character.length;
  }
  const written = text.slice(start, parser.index);
  const integer = readInteger(written);
  if (integer !== undefined) return { type: 'int', value: integer };
  const value = readNumber(written);
  if (value === undefined) throw new JsonPathError(`cannot parse number ${written}`);
  return { type: 'float', value };
}

function parseQuote(parser: Parser, start: number, quote: string): JsonPathNode {
  const { text } = parser;
  for (;;) {
    const character = text.charAt(parser.index);
    if (character === '' || character === '\n') throw new JsonPathError('unterminated quoted string');
    parser.index += 1;
    if (character === quote && text.charAt(parser.index - 2) !== '\\') break;
  }
  const quoted = text.slice(start, parser.index);
  const value = unquote(quoted);
  if (value === undefined) throw new JsonPathError(`unquote string ${quoted} error invalid syntax`);
  return { type: 'text', text: value };
}

const DICTIONARY_KEY = /^'([^']*)'$/;
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;

/** Parses after `[`: a union, a quoted key, an index or a slice. */
function parseBrackets(parser: Parser): JsonPathNode[] {
  const { text, index: start } = parser;
  const end = text.slice(start).search(/[\n\]]/) + start;
  if (end < start || text.charAt(end) !== ']') throw new JsonPathError('unterminated array');
  parser.index = end + 1;
  const inside = text.slice(start, end);
  const parts = inside.split(',');
  if (parts.length > 1) {
    return [{ type: 'union', lists: parts.map((part) => parseList(`[${part.replace(/^ +| +$/g, '')}]`)) }];
  }
  const key = DICTIONARY_KEY.exec(inside)?.[1];
  return key === undefined ? [sliceOf(inside === '*' ? ':' : inside)] : [...parseList(`.${key}`).nodes];
}

function sliceOf(text: string): JsonPathNode {
  const parts = SLICE.exec(text);
  if (parts === null) throw new JsonPathError(`invalid array index ${text}`);
  const [, first = '', second, third] = parts;
  const start = boundOf(first);
  const step = boundOf(third?.slice(1) ?? '');
  if (second === undefined) return { type: 'slice', start, end: (start ?? 0) + 1, step, isIndex: true };
  return { type: 'slice', start, end: boundOf(second.slice(1)), step, isIndex: false };
}

function boundOf(text: string): SliceBound {
  if (text === '') return undefined;
  const value = readInteger(text);
  if (value === undefined) throw new JsonPathError(`array index ${text} is not a number`);
  return Number(value);
}

/** Parses after `[?(`. The first parenthesis outside the first pair of quotes ends it. */
function parseFilter(parser: Parser): JsonPathNode {
  const { text, index: start } = parser;
  let quote = '';
  let isClosed = true;
  for (;;) {
    const character = text.charAt(parser.index);
    if (character === '' || character === '\n') throw new JsonPathError('unterminated filter');
    parser.index += 1;
    if (quote === '' && (character === '"' || character === "'")) [quote, isClosed] = [character, false];
    else if (character === quote && text.charAt(parser.index - 2) !== '\\') isClosed = true;
    else if (character === ')' && isClosed) break;
  }
  const condition = text.slice(start, parser.index - 1);
  if (!takes(parser, ']')) throw new JsonPathError('unclosed array expect ]');
  const sides = splitCondition(condition);
  if (sides === undefined) {
    return { type: 'filter', left: parseList(condition), right: { type: 'list', nodes: [] }, operator: 'exists' };
  }
  const { left, operator, right } = sides;
  return { type: 'filter', left: parseList(left), right: parseList(right), operator };
}

/** Splits at the first run of operator characters; undefined if a part is empty. */
function splitCondition(condition: string) {
  const begin = condition.search(/[!<>=]/);
  if (begin < 1) return undefined;
  const length = condition.slice(begin).search(/[^!<>=]/);
  // A right side of operator characters gets the last of them.
  const end = length < 0 ? condition.length - 1 : begin + length;
  if (end === begin) return undefined;
  return { left: condition.slice(0, begin), operator: condition.slice(begin, end), right: condition.slice(end) };
}

/** One code point; empty at the end. */
function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

const isDigit = (character: string): boolean => /^\p{Nd}$/u.test(character);
const isAlphanumeric = (character: string): boolean => /^[_\p{L}\p{Nd}]$/u.test(character);

/** Such as `U+002A '*'`. */
function unicodeName(character: string): string {
  const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}]/u.test(character) ? name : `${name} '${character}'`;
}
