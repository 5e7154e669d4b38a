import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';

/**
 * Paths such as `spec.containers[0].image` in the order in which a document has their members; those that it has not come
 * last. Only what leads to one of them is looked into.
 */
export function inDocumentOrder(document: JsonValue, paths: readonly string[]): string[] {
  if (paths.length < 2) return [...paths];
  const found = new Set<string>();
  visit(document, 0, paths, found);
  return [...found, ...paths.filter((path) => !found.has(path))];
}

/** Notes which of the paths end below `value`. All of them lead to it with their first `length` characters. */
function visit(value: JsonValue, length: number, paths: readonly string[], found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const isArray = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const step = isArray ? `[${key}]` : length === 0 ? key : `.${key}`;
    const end = length + step.length;
    const through = paths.filter((path) => path.startsWith(step, length) && /^[.[]?$/.test(path.charAt(end)));
    if (through.length === 0) continue;
    for (const path of through) if (path.length === end) found.add(path);
    const member = isArray ? value[Number(key)] : (value as Readonly<Record<string, JsonValue>>)[key];
    if (member !== undefined) visit(member, end, through, found);
  }
}
