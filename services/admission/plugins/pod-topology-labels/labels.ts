import type { Node } from '@pilothouse/apimachinery/generated/core/v1.js';

const TOPOLOGY_LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'] as const;

/** The labels of a node that its pods also have. */
export function topologyLabels({ metadata: { labels = {} } }: Node): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of TOPOLOGY_LABELS) {
    const value = labels[key];
    if (value !== undefined) found[key] = value;
  }
  return found;
}
