import { type Alias, type Document, isAlias, isCollection, isPair, isScalar, type Node } from 'yaml';
import { yamlError } from './syntax-error.js';

/** The text index of a node. */
export function indexOfNode(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** Resolves each alias to the last preceding node with its anchor, in one walk. */
export function resolveAliases(text: string, document: Document.Parsed): ReadonlyMap<Alias, Node> {
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const visit = (node: unknown): void => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) throw yamlError(text, indexOfNode(node), `unknown anchor '${node.source}' referenced`);
      targets.set(node, target);
    } else if (isPair(node)) {
      visit(node.key);
      visit(node.value);
    } else if (isScalar(node) || isCollection(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (isCollection(node)) for (const item of node.items) visit(item);
    }
  };
  visit(document.contents);
  return targets;
}
