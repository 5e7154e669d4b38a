import type { Node, Taint } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';

const NOT_READY: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/**
 * The node with the taint for nodes that are not ready; undefined if it has the taint. Without it, pods could be scheduled to
 * a new node before the node controller sees its conditions.
 */
export function tainted(node: Node): Node | undefined {
  const { taints = [] } = node.spec;
  if (taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect)) return undefined;
  const spec = Object.assign(copyObject(node.spec), { taints: [...taints, { ...NOT_READY }] });
  return Object.assign(copyObject(node), { spec }) as Node;
}
