import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';
import { yamlError, type YamlSyntaxError } from './syntax-error.js';

export interface Bounds {
  readonly maxDepth: number;
  readonly maxTokens: number;
}

/** Characters that YAML does not allow anywhere. */
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/**
 * The one document in `text` as a tree of nodes with nothing but strings in them; undefined where there is none. Stops
 * at the first error, and before any of the bounds is exceeded. Throws YamlSyntaxError.
 */
export function readDocument(text: string, bounds: Bounds): Document.Parsed | undefined {
  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) throw yamlError(text, forbidden.index, 'control characters are not allowed');
  const tokens = readTokens(text, bounds);
  return tokens === undefined ? undefined : composeDocument(text, tokens);
}

/** The document that is not empty, and the directives in front of it. */
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
        throw yamlError(text, token.offset, 'there must be one document, and this begins another');
      found = inFront;
    }
    inFront = [];
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > maxTokens) throw yamlError(text, parser.offset, `there are more than ${maxTokens} tokens`);
    for (const token of parser.next(lexeme)) take(token);
    previous = last;
    last = lexeme;
    // Beside the open collections, the document and a scalar are on the stack.
    if (parser.stack.length > maxDepth + 2) throw yamlError(text, parser.offset, 'exceeded max depth');
  }
  for (const token of parser.end()) take(token);
  if (previous !== SCALAR_FOLLOWS && isUnclosed(last)) {
    throw yamlError(text, text.length, 'found unexpected end of stream while scanning a quoted scalar');
  }
  return found;
}

/** What the lexer puts in front of a scalar without quotes. */
const SCALAR_FOLLOWS = '\x1f';

/** True for a scalar whose last quote is an escaped one, which the library takes for the closing one. */
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
  // The composer would go on after an error and collect a million of them.
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
