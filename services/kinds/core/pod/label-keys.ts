import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';

interface KeyedTerm {
  readonly labelSelector?: LabelSelector;
  readonly matchLabelKeys?: string[];
  readonly mismatchLabelKeys?: string[];
}

/**
 * Adds the labels of a new pod that `matchLabelKeys` and `mismatchLabelKeys` name to the selectors beside them
 * (Kubernetes' mutatePodAffinity and mutateTopologySpreadConstraints).
 */
export function mergeLabelKeys({ metadata: { labels = {} }, spec }: Pod): void {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  const terms: KeyedTerm[] = [...(spec.topologySpreadConstraints ?? [])];
  for (const affinity of [podAffinity, podAntiAffinity]) {
    terms.push(...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []));
    const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    terms.push(...preferred.map(({ podAffinityTerm }) => podAffinityTerm));
  }
  for (const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } of terms) {
    // A null selector matches nothing, with any label.
    if (labelSelector === undefined) continue;
    addRequirements(labelSelector, 'In', matchLabelKeys, labels);
    addRequirements(labelSelector, 'NotIn', mismatchLabelKeys, labels);
  }
}

function addRequirements(
  selector: LabelSelector,
  operator: 'In' | 'NotIn',
  keys: readonly string[],
  labels: Readonly<Record<string, string>>,
): void {
  const added = keys.flatMap((key) => {
    const value = labels[key];
    return value === undefined ? [] : [Object.assign(newObject(), { key, operator, values: [value] })];
  });
  if (added.length > 0) selector.matchExpressions = [...(selector.matchExpressions ?? []), ...added];
}
