import { parseJson, type ParsedJson } from '../json/parse.js';
import { JsonSyntaxError, positionAt } from '../json/syntax-error.js';
import { decodeUtf8 } from '../json/utf8.js';
import { YamlSyntaxError } from './syntax-error.js';

/** The text of a YAML document. Throws YamlSyntaxError for other bytes than UTF-8. */
export function textIn(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (typeof text === 'string') return text;
  throw new YamlSyntaxError('invalid UTF-8', positionAt(text.validPrefix, text.validPrefix.length));
}

/** A YAML document that is JSON; undefined for others. It needs no code for YAML, which takes longer to load. */
export function parseAsJson(text: string, maxDepth?: number): ParsedJson | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return parseJson(text, maxDepth === undefined ? {} : { maxDepth });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
