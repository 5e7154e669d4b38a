import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { schemaIn } from './schema-walk.js';

export type FoundField =
  | { readonly ok: true; readonly path: string; readonly root: string; readonly schema: JSONSchemaProps | undefined }
  /** Kubernetes' text. */
  | { readonly ok: false; readonly problem: string };

/** A quoted string, a delimiter, or a name. */
const TOKEN = /'(?:[^'\\]|\\.)*'?|[.[\]]|[^.[\]]+/gs;

/** Follows a path such as `.spec.list['a key']` through a schema (Kubernetes' `ValidFieldPath`). */
export function findField(
  text: string,
  schema: JSONSchemaProps,
  { allowArrayNotation }: { readonly allowArrayNotation: boolean },
): FoundField {
  const tokens = text.match(TOKEN) ?? [];
  const walk: Walk = { path: '', root: '', schema };
  let next = 0;
  while (next < tokens.length) {
    const delimiter = tokens[next];
    const token = tokens[next + 1];
    if (delimiter === '[' && !allowArrayNotation) return failed('array notation is not allowed');
    if (delimiter !== '.' && delimiter !== '[') return failed(`expected [ or . but got: ${delimiter}`);
    if (token === undefined) return failed('unexpected end of JSON path');
    const name = delimiter === '.' ? token : unquoted(token);
    if (typeof name !== 'string') return failed(name.problem);
    const problem = step(walk, name);
    if (problem !== undefined) return failed(problem);
    if (delimiter === '[') {
      const end = tokens[next + 2];
      if (end === undefined) return failed('unexpected end of JSON path');
      if (end !== ']') return failed(`expected ] but got ${end}`);
    }
    next += delimiter === '.' ? 2 : 3;
  }
  return { ok: true, ...walk };
}

interface Walk {
  path: string;
  root: string;
  schema: JSONSchemaProps | undefined;
}

function step(walk: Walk, name: string): string | undefined {
  const { properties, additionalProperties } = walk.schema ?? {};
  const isNamed = properties !== undefined;
  if (!isNamed && additionalProperties === undefined) return 'does not refer to a valid field';
  walk.root ||= name;
  walk.path = isNamed ? fieldPath(walk.path, name) : keyPath(walk.path, name);
  const schema = isNamed ? properties[name] : schemaIn(additionalProperties);
  if (isNamed && schema === undefined) return 'does not refer to a valid field';
  walk.schema = schema;
  return undefined;
}

function unquoted(token: string): string | { readonly problem: string } {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return { problem: `expected single quoted string but got ${token}` };
  }
  let problem: string | undefined;
  const text = token.slice(1, -1).replaceAll(/\\./gs, (escape) => {
    const character = ESCAPES[escape.slice(1)];
    if (character === undefined) problem ??= `invalid string literal: invalid escape char ${escape}`;
    return character ?? '';
  });
  return problem === undefined ? text : { problem };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

function failed(problem: string): FoundField {
  return { ok: false, problem };
}
