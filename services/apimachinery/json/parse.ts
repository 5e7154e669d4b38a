import { createDuplicateList, type DuplicateList } from './duplicates.js';
import { type Cursor, QUOTE, readLiteral, readNumber, readString, skipSpace } from './scan.js';
import { JsonSyntaxError, positionAt, unexpectedCharacter } from './syntax-error.js';
import { decodeUtf8 } from './utf8.js';
import { type JsonArray, type JsonObject, type JsonValue, newObject } from './value.js';

export interface ParseJsonOptions {
  /** Maximum nesting depth; 1,000 when absent (Go: 10,000), so that recursion over a document is safe. */
  readonly maxDepth?: number;
}

export interface ParsedJson {
  readonly value: JsonValue;
  /**
   * Paths of duplicate members (`metadata.labels.app`, `items[0].x`), each once, in text order; at most a hundred,
   * fewer when they are long. The value holds the last one, at the position of the second.
   */
  readonly duplicates: readonly string[];
  /** Of YAML: a text for each repeated key, as in Kubernetes: `line 9: key "app" already set in map`. A hundred at most. */
  readonly repeated?: readonly string[];
}

/** The default maximum nesting depth. */
const DEFAULT_MAX_DEPTH = 1_000;

/**
 * Parses one JSON text strictly by RFC 8259. Bytes must be UTF-8 without a byte order mark. A `\u` escape of a lone
 * surrogate becomes U+FFFD. Takes linear time and constant stack. Throws {@link JsonSyntaxError}.
 */
export function parseJson(input: Uint8Array | string, options: ParseJsonOptions = {}): ParsedJson {
  return parseText(typeof input === 'string' ? input : textOf(input), options.maxDepth ?? DEFAULT_MAX_DEPTH);
}

function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (typeof text === 'string') return text;
  const { validPrefix } = text;
  throw new JsonSyntaxError('invalid UTF-8', positionAt(validPrefix, validPrefix.length));
}

const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** An open array or object. */
interface Frame {
  readonly container: JsonArray | JsonObject;
  /** The key of the value being read; empty in arrays. */
  key: string;
  readonly parent: Frame | undefined;
  readonly depth: number;
}

function parseText(text: string, maxDepth: number): ParsedJson {
  const cursor: Cursor = { text, index: 0 };
  const duplicates = createDuplicateList();
  let frame: Frame | undefined;
  values: for (;;) {
    let value: JsonValue;
    const code = skipSpace(cursor);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const container = code === OPEN_BRACE ? newObject() : [];
      const opened: Frame = { container, key: '', parent: frame, depth: frame === undefined ? 1 : frame.depth + 1 };
      if (opened.depth > maxDepth) throw unexpectedCharacter(text, cursor.index, 'exceeded max depth');
      cursor.index++;
      const next = skipSpace(cursor);
      if (next !== (code === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) {
        if (code === OPEN_BRACE) readKey(cursor, opened, duplicates);
        frame = opened;
        continue;
      }
      cursor.index++;
      value = container;
    } else {
      value = readScalar(cursor, code);
    }
    // The value is complete: adds it to its container, and closes containers that end with it.
    while (frame !== undefined) {
      const { container } = frame;
      const inArray = Array.isArray(container);
      if (inArray) container.push(value);
      else container[frame.key] = value;
      const next = skipSpace(cursor);
      if (next === COMMA) {
        cursor.index++;
        if (!inArray) readKey(cursor, frame, duplicates);
        continue values;
      }
      if (next !== (inArray ? CLOSE_BRACKET : CLOSE_BRACE)) {
        throw unexpectedCharacter(text, cursor.index, inArray ? 'after array element' : 'after object key:value pair');
      }
      cursor.index++;
      value = container;
      frame = frame.parent;
    }
    skipSpace(cursor);
    if (cursor.index < text.length) throw unexpectedCharacter(text, cursor.index, 'after top-level value');
    return { value, duplicates: duplicates.paths() };
  }
}

/** Reads `"key":` into the frame of an object. */
function readKey(cursor: Cursor, frame: Frame, duplicates: DuplicateList): void {
  if (skipSpace(cursor) !== QUOTE) {
    throw unexpectedCharacter(cursor.text, cursor.index, 'looking for beginning of object key string');
  }
  cursor.index++;
  const key = readString(cursor);
  if (skipSpace(cursor) !== COLON) throw unexpectedCharacter(cursor.text, cursor.index, 'after object key');
  cursor.index++;
  frame.key = key;
  const object = frame.container as JsonObject;
  // The cheapest test for an own key: no member is undefined, and nothing is inherited.
  if (object[key] !== undefined && duplicates.add(frame)) delete object[key];
}

function readScalar(cursor: Cursor, code: number): JsonValue {
  switch (code) {
    case QUOTE:
      cursor.index++;
      return readString(cursor);
    case 0x74:
      return readLiteral(cursor, 'true', true);
    case 0x66:
      return readLiteral(cursor, 'false', false);
    case 0x6e:
      return readLiteral(cursor, 'null', null);
    default:
      if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return readNumber(cursor);
      throw unexpectedCharacter(cursor.text, cursor.index, 'looking for beginning of value');
  }
}
