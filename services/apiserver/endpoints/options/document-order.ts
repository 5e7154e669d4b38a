import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** A trie of path tokens (`spec`, `.containers`, `[0]`), which answers in one step whether a key leads to any path. */
interface Node {
  readonly next: Map<string, Node>;
  /** The path that ends here. */
  path?: string;
}

/**
 * Sorts paths such as `spec.containers[0].image` in document order; absent ones come last. Visits only keys that lead
 * to a path, so the cost does not depend on the number of paths.
 */
export function inDocumentOrder(document: JsonValue, paths: readonly string[]): string[] {
  if (paths.length < 2) return [...paths];
  const root: Node = { next: new Map() };
  for (const path of paths) {
    let node = root;
    for (const token of tokensOf(path)) {
      const next: Node = node.next.get(token) ?? { next: new Map() };
      node.next.set(token, next);
      node = next;
    }
    node.path = path;
  }
  const found = new Set<string>();
  visit(document, '', root, found);
  return [...found, ...paths.filter((path) => !found.has(path))];
}

/** Records the paths below `node` that exist below `value`. `dot` precedes a name. */
function visit(value: JsonValue, dot: '' | '.', node: Node, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const isArray = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const next = follow(node, isArray ? `[${key}]` : dot + key);
    if (next === undefined) continue;
    if (next.path !== undefined) found.add(next.path);
    const member = isArray ? value[Number(key)] : (value as Readonly<Record<string, JsonValue>>)[key];
    if (member !== undefined && next.next.size > 0) visit(member, '.', next, found);
  }
}

/** A name may contain dots and brackets, and is then several tokens. */
function follow(node: Node, step: string): Node | undefined {
  let at: Node | undefined = node;
  for (const token of tokensOf(step)) at = at?.next.get(token);
  return at;
}

function tokensOf(path: string): readonly string[] {
  return path === '' ? [] : path.split(/(?=[.[])/);
}
