import type { OpenApiVersion } from '@pilothouse/apimachinery/openapi/dialect.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { PathDescription } from './description.js';

/** A version of OpenAPI in one encoding. Documents are large, so they are encoded in pieces and joined. */
export interface Form {
  readonly version: OpenApiVersion;
  readonly pathItem: (path: PathDescription) => JsonObject;
  /** A member of `paths`. */
  readonly path: (name: string, item: JsonObject) => Uint8Array;
  readonly definition: (name: string, definition: JsonObject) => Uint8Array;
  /** The document, which contains the given pieces themselves. */
  readonly join: (paths: readonly Uint8Array[], definitions: readonly Uint8Array[]) => readonly Uint8Array[];
}

export interface JsonFormOptions extends Pick<Form, 'version' | 'pathItem'> {
  /** The text before the members of `paths`, between them and the definitions, and after these. */
  readonly texts: readonly [before: string, between: string, after: string];
}

export function jsonForm({ version, pathItem, texts }: JsonFormOptions): Form {
  const [before, between, after] = texts.map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  const member = (name: string, value: JsonObject): Uint8Array =>
    Buffer.from(`${JSON.stringify(name)}:${writeJson(value)}`);
  return {
    version,
    pathItem,
    path: member,
    definition: member,
    join: (paths, definitions) => [before, ...separated(paths), between, ...separated(definitions), after],
  };
}

const COMMA = Buffer.from(',');

function separated(pieces: readonly Uint8Array[]): Uint8Array[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
}
