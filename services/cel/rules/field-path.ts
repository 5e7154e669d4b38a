import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};
/** A name after a dot, or a quoted name in brackets. */
const STEP = /\.([^.[\]]+)|\['((?:[^'\\]|\\[^])*)'\]/y;

/**
 * Resolves a rule's `fieldPath`, such as `.spec.labels['a.b']`, below a schema: `spec.labels[a.b]`. Undefined if it
 * is malformed or names no field.
 */
export function fieldPathBelow(source: string, root: StructuralSchema): string | undefined {
  let schema: StructuralSchema | undefined = root;
  let path = '';
  STEP.lastIndex = 0;
  while (STEP.lastIndex < source.length) {
    const [, plain, quoted] = STEP.exec(source) ?? [];
    const name = plain ?? (quoted === undefined ? undefined : unquoted(quoted));
    if (name === undefined || schema === undefined) return undefined;
    const { properties, additionalProperties }: StructuralSchema = schema;
    if (properties.size > 0) {
      schema = properties.get(name);
      path += path === '' ? name : `.${name}`;
    } else {
      schema = additionalProperties === 'any' ? undefined : additionalProperties;
      path += `[${name}]`;
    }
    if (schema === undefined) return undefined;
  }
  return path;
}

function unquoted(text: string): string | undefined {
  let isWrong = false;
  const result = text.replaceAll(/\\([^])/g, (_, character: string) => {
    isWrong ||= ESCAPES[character] === undefined;
    return ESCAPES[character] ?? '';
  });
  return isWrong ? undefined : result;
}
