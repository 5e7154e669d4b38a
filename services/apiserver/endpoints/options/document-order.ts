import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** Paths as a tree of tokens (`spec`, `.containers`, `[0]`): one look tells whether a key is on the way to any of them. */
interface Node {
  readonly next: Map<string, Node>;
  /** The path that ends here. */
  path?: string;
}

/**
 * Paths such as `spec.containers[0].image` in the order in which a document has their members; those that it has not come
 * last. Only what leads to one of them is looked into, in time proportional to its keys, however many paths there are.
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

/** Notes which of the paths below `node` end below `value`. `dot` is what stands before a name. */
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

/** A name may itself have dots and brackets, and then is several tokens. */
function follow(node: Node, step: string): Node | undefined {
  let at: Node | undefined = node;
  for (const token of tokensOf(step)) at = at?.next.get(token);
  return at;
}

function tokensOf(path: string): readonly string[] {
  return path === '' ? [] : path.split(/(?=[.[])/);
}
