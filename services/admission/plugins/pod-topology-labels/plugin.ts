import type { Binding, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { nodes } from '@pilothouse/client/core.js';
import type { GetOptions, ObjectReader } from '../../objects.js';
import { definePlugin } from '../../plugin.js';
import { mergedMap } from '../merged-map.js';
import { podRule } from '../pods.js';
import { topologyLabels } from './labels.js';

/** Copies the zone and the region of the node to new pods with a node, and to bindings, which pass them on to their pods. */
export const podTopologyLabels = definePlugin({
  name: 'PodTopologyLabels',
  isDefault: true,
  reads: [nodes],
  create: ({ objects }) => ({
    name: 'PodTopologyLabels',
    rules: [podRule(['CREATE'], 'binding')],
    admit({ object, subresource, signal }) {
      const name = object && (subresource === 'binding' ? targetOf(object) : (object as Pod).spec.nodeName);
      if (object === undefined || name === undefined || name === '') return undefined;
      return labelled(object, { objects, name, signal });
    },
  }),
});

/** The object with the labels of the node; undefined if the node does not exist or has none. */
async function labelled(
  object: JsonObject,
  { objects, ...options }: GetOptions & { readonly objects: ObjectReader },
): Promise<JsonObject | undefined> {
  const node = await objects.get(nodes, options);
  const labels = node === undefined ? {} : topologyLabels(node);
  return Object.keys(labels).length === 0 ? undefined : withLabels(object, labels);
}

/** The node of a binding. */
function targetOf(object: JsonObject): string | undefined {
  const { target } = object as Binding;
  return target.kind === 'Node' ? target.name : undefined;
}

function withLabels(object: JsonObject, labels: Readonly<Record<string, string>>): JsonObject {
  const metadata = copyObject(structOf(object, 'metadata'));
  metadata['labels'] = mergedMap((metadata['labels'] ?? {}) as Readonly<Record<string, string>>, labels);
  return Object.assign(copyObject(object), { metadata });
}
