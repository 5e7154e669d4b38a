import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** One document of a text. */
export interface Document {
  /** From 1, without empty documents. */
  readonly number: number;
  readonly value: JsonValue;
}

/** A line between two YAML documents. */
const SEPARATOR = /^---[ \t]*(?:#.*)?\r?$/m;
/** The user of the program gives the text, so that its size is not limited. */
const UNBOUNDED = { maxTokens: Infinity };

/** Splits a text into its YAML or JSON documents. Rejects with an Error that names the invalid document and the line. */
export async function documentsIn(text: string): Promise<Document[]> {
  const { parseYaml } = await import('@pilothouse/apimachinery/yaml/parse.js');
  const documents: Document[] = [];
  let lines = 0;
  for (const part of text.split(SEPARATOR)) {
    const number = documents.length + 1;
    let value: JsonValue;
    try {
      ({ value } = parseYaml('\n'.repeat(lines) + part, UNBOUNDED));
    } catch (error) {
      throw new Error(`document ${number}: ${errorMessage(error)}`, {
        cause: error,
      });
    }
    lines += part.split('\n').length - 1;
    if (value !== null) documents.push({ number, value });
  }
  return documents;
}

/** The objects of a document, including the items of a `kind: List`. */
export function objectsOf(value: JsonObject, listKinds: readonly string[] = ['List']): JsonObject[] {
  const { kind, items } = value;
  return Array.isArray(items) && listKinds.includes(textOf(kind)) ? items.filter(isObject) : [value];
}

export function metadataOf({ metadata = null }: JsonObject): JsonObject {
  return isObject(metadata) ? metadata : newObject();
}

export const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
