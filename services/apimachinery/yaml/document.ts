import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';
import { yamlError, type YamlSyntaxError } from './syntax-error.js';

export interface Bounds {
  readonly maxDepth: number;
  readonly maxTokens: number;
}

/** Characters that YAML forbids. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * Parses the single document in `text` to a tree of string nodes; undefined if there is none. Stops at the first
 * error, and before any limit is exceeded. Throws YamlSyntaxError.
 */
export function readDocument(text: string, bounds: Bounds): Document.Parsed | undefined {
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) throw yamlError(text, forbidden.index, 'control characters are not allowed');
  const tokens = readTokens(text, bounds);
  return tokens === undefined ? undefined : composeDocument(text, tokens);
}

/** The non-empty document and its directives. */
function readTokens(text: string, { maxDepth, maxTokens }: Bounds): CST.Token[] | undefined {
  const parser = new Parser();
  let inFront: CST.Token[] = [];
  let found: CST.Token[] | undefined;
  let count = 0;
  let previous = '';
  let last = '';
  const take = (token: CST.Token) => {
    if (token.type === 'error') throw yamlError(text, token.offset, token.message);
    inFront.push(token);
    if (token.type !== 'document') return;
    if (token.value !== undefined) {
      if (found !== undefined)
        throw yamlError(text, token.offset, 'expected a single document, but another one begins here');
      found = inFront;
    }
    inFront = [];
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > maxTokens) throw yamlError(text, parser.offset, `the document has more than ${maxTokens} tokens`);
    for (const token of parser.next(lexeme)) take(token);
    previous = last;
    last = lexeme;
    // The stack also contains the document and a scalar.
    if (parser.stack.length > maxDepth + 2) throw yamlError(text, parser.offset, 'exceeded max depth');
  }
  for (const token of parser.end()) take(token);
  if (previous !== SCALAR_FOLLOWS && isUnclosed(last)) {
    throw yamlError(text, text.length, 'found unexpected end of stream while scanning a quoted scalar');
  }
  return found;
}

/** The token that the lexer puts before a plain scalar. */
const SCALAR_FOLLOWS = '\x1f';

/** Whether a scalar's last quote is escaped; the library takes it for the closing one. */
function isUnclosed(lexeme: string): boolean {
  const quote = lexeme[0];
  if (quote !== '"' && quote !== "'") return false;
  for (let index = 1; index < lexeme.length; index++) {
    const escapes = quote === '"' ? lexeme[index] === '\\' : lexeme.startsWith("''", index);
    if (escapes) index++;
    else if (lexeme[index] === quote) return false;
  }
  return true;
}

type ErrorSource = number | readonly [number, ...unknown[]] | { readonly offset: number };

function composeDocument(text: string, tokens: readonly CST.Token[]): Document.Parsed | undefined {
  const composer = new Composer({
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  let first: YamlSyntaxError | undefined;
  // The composer would continue after an error and could collect a million of them.
  const onError = (source: ErrorSource, _code: string, message: string, warning = false) => {
    if (warning) return;
    first ??= yamlError(text, indexOf(source), message);
    throw first;
  };
  Object.assign(composer, { onError });
  for (const document of composer.compose(tokens)) {
    const [error] = document.errors;
    if (error !== undefined) throw yamlError(text, error.pos[0], error.message);
    return document;
  }
  return undefined;
}

function indexOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}
