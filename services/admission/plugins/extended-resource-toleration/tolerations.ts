import type { Pod, Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { isExtended } from '@pilothouse/kinds/core/pod/amounts.js';

/**
 * The pod with a toleration of the taint that has the name of each extended resource that it requests; undefined if it
 * requests none. Nodes with scarce devices carry such taints, which keep other pods away.
 */
export function toleratingDevices(pod: Pod): Pod | undefined {
  const { containers, initContainers = [] } = pod.spec;
  const names = new Set<string>();
  for (const { resources } of [...containers, ...initContainers]) {
    for (const name of Object.keys(resources.requests ?? {})) if (isExtended(name)) names.add(name);
  }
  if (names.size === 0) return undefined;
  let tolerations: readonly Toleration[] = pod.spec.tolerations ?? [];
  for (const key of [...names].sort()) {
    const added: Toleration = { key, operator: 'Exists', effect: 'NoSchedule' };
    const isSame = (each: Toleration): boolean =>
      each.key === key && each.operator === added.operator && each.effect === added.effect && (each.value ?? '') === '';
    tolerations = tolerations.some(isSame)
      ? tolerations.map((each) => (isSame(each) ? added : each))
      : [...tolerations, added];
  }
  const spec = Object.assign(copyObject(pod.spec), { tolerations });
  return Object.assign(copyObject(pod), { spec }) as Pod;
}
