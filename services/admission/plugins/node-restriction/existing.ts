import type { Node, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import { nodes, pods } from '@pilothouse/client/core.js';
import type { GetOptions, ObjectReader } from '../../objects.js';

/** The pod. Throws 404, with Kubernetes' text. */
export async function existingPod(objects: ObjectReader, options: GetOptions): Promise<Pod> {
  const found = await objects.get(pods, options);
  if (found === undefined) throw notFound({ group: '', resource: 'pod' }, options.name);
  return found;
}

/** The node. Throws 404, with Kubernetes' text. */
export async function existingNode(objects: ObjectReader, options: GetOptions): Promise<Node> {
  const found = await objects.get(nodes, options);
  if (found === undefined) throw notFound({ group: '', resource: 'node' }, options.name);
  return found;
}
