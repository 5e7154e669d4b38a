import type { Pod, Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { qosClassOf } from '@pilothouse/kinds/core/pod/amounts.js';
import { includesToleration, mergeTolerations } from '../merge-tolerations.js';

const MEMORY_PRESSURE: Toleration = {
  key: 'node.kubernetes.io/memory-pressure',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/** The pod with further tolerations, and with that of memory pressure unless it is of best effort; undefined if none is added. */
export function withTolerations(pod: Pod, further: readonly Toleration[]): Pod | undefined {
  const added = qosClassOf(pod.spec) === 'BestEffort' ? further : [...further, MEMORY_PRESSURE];
  if (added.length === 0) return undefined;
  const tolerations = mergeTolerations([...(pod.spec.tolerations ?? []), ...added]);
  return Object.assign(copyObject(pod), { spec: Object.assign(copyObject(pod.spec), { tolerations }) }) as Pod;
}

/** Whether the whitelist permits all tolerations. An empty one permits every toleration. */
export function isWhitelisted(tolerations: readonly Toleration[], whitelist: readonly Toleration[]): boolean {
  return whitelist.length === 0 || tolerations.every((each) => whitelist.some((all) => includesToleration(all, each)));
}
