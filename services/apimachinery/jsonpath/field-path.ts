/** How a tree of schemas is read. */
export interface SchemaReader<Schema> {
  /** The schema of a named field; undefined where there is none. `isStruct` says whether the schema names fields at all. */
  readonly isStruct: (schema: Schema) => boolean;
  readonly field: (schema: Schema, name: string) => Schema | undefined;
  /** The schema of all members of a map; undefined where it is no map. */
  readonly member: (schema: Schema) => Schema | undefined;
}

export type FieldPathResult<Schema> =
  | {
      readonly ok: true;
      /** As errors name fields: `spec.labels[a]`. Empty for an empty path. */
      readonly path: string;
      /** The names on the way. */
      readonly names: readonly string[];
      readonly schema: Schema;
    }
  | { readonly ok: false; readonly message: string };

export interface FieldPathOptions {
  /** Allows `['name']`, and is true when absent. */
  readonly arrayNotation?: boolean;
}

/**
 * Looks up a path such as `.spec.replicas` or `.spec['a.b']` in a schema. These are the only paths that selectable fields and the
 * fieldPath of a validation rule may have. The messages are those of Kubernetes (ValidFieldPath).
 */
export function lookUpFieldPath<Schema>(
  jsonPath: string,
  schema: Schema,
  reader: SchemaReader<Schema>,
  { arrayNotation = true }: FieldPathOptions = {},
): FieldPathResult<Schema> {
  const tokens = tokensOf(jsonPath);
  const names: string[] = [];
  let current = schema;
  let path = '';
  for (let index = 0; index < tokens.length;) {
    const opening = tokens[index];
    const token = tokens[index + 1];
    if (opening === '[' && !arrayNotation) return refused('array notation is not allowed');
    if (opening !== '[' && opening !== '.') return refused(`expected [ or . but got: ${opening}`);
    if (token === undefined) return refused('unexpected end of JSON path');
    const name = opening === '.' ? { ok: true as const, text: token } : keyIn(token);
    if (!name.ok) return name;
    const isField = reader.isStruct(current);
    const next = isField ? reader.field(current, name.text) : reader.member(current);
    if (next === undefined) return refused('does not refer to a valid field');
    if (isField) path = path === '' ? name.text : `${path}.${name.text}`;
    else path = `${path}[${name.text}]`;
    current = next;
    names.push(name.text);
    index += 2;
    if (opening === '.') continue;
    const closing = tokens[index];
    if (closing === undefined) return refused('unexpected end of JSON path');
    if (closing !== ']') return refused(`expected ] but got ${closing}`);
    index += 1;
  }
  return { ok: true, path, names, schema: current };
}

const refused = (message: string) => ({ ok: false, message }) as const;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\a', '\u0007'],
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\v', '\v'],
  ["\\'", "'"],
  ['\\\\', '\\'],
]);

/** What stands between the single quotes of a token. */
function keyIn(token: string): { readonly ok: true; readonly text: string } | ReturnType<typeof refused> {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return refused(`expected single quoted string but got ${token}`);
  }
  let unknown: string | undefined;
  const text = token.slice(1, -1).replaceAll(/\\[^\n]/gu, (escape) => {
    const character = ESCAPES.get(escape);
    if (character === undefined) unknown = escape;
    return character ?? '';
  });
  if (unknown !== undefined) return refused(`invalid string literal: invalid escape char ${unknown}`);
  return { ok: true, text };
}

/** The delimiters `.`, `[` and `]`, quoted texts with their quotes, and what stands between these. */
function tokensOf(path: string): string[] {
  return path.match(/'(?:[^']|(?<=\\)')*'?|[.[\]]|[^.[\]'][^.[\]]*/gu) ?? [];
}
