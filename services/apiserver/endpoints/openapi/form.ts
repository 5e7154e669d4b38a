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
  /** The parameters that operations refer to, by name. OpenAPI 3.0 has none. */
  readonly sharedParameters: ReadonlyMap<string, JsonObject>;
  readonly parameter: (name: string, parameter: JsonObject) => Uint8Array;
  /** The document, which contains the given pieces themselves. */
  readonly join: (...sections: Sections) => readonly Uint8Array[];
}

type Pieces = readonly Uint8Array[];
type Sections = readonly [paths: Pieces, definitions: Pieces, parameters: Pieces];

export interface JsonFormOptions extends Pick<Form, 'version' | 'pathItem' | 'sharedParameters'> {
  /** The text before the members of each section, and the last one. */
  readonly texts: readonly string[];
}

export function jsonForm({ texts, ...options }: JsonFormOptions): Form {
  const between = texts.map((text) => Buffer.from(text));
  const member = (name: string, value: JsonObject): Uint8Array =>
    Buffer.from(`${JSON.stringify(name)}:${writeJson(value)}`);
  return {
    ...options,
    path: member,
    definition: member,
    parameter: member,
    join: (...sections) => between.flatMap((text, index) => [text, ...separated(sections[index] ?? [])]),
  };
}

const COMMA = Buffer.from(',');

function separated(pieces: Pieces): Uint8Array[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
}
