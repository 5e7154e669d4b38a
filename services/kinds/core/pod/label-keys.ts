import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

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
    // A null selector matches nothing.
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

/** Validates the label keys of a term or constraint (ValidateMatchLabelKeysAndMismatchLabelKeys). */
export function validateLabelKeys(term: KeyedTerm, path: string): FieldError[] {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const excluded = new Set(mismatchLabelKeys);
  const field = fieldPath(path, 'matchLabelKeys');
  return [
    ...validateKeys(matchLabelKeys, labelSelector, field),
    ...validateKeys(mismatchLabelKeys, labelSelector, fieldPath(path, 'mismatchLabelKeys')),
    ...repeatedKeys(matchLabelKeys, labelSelector, path),
    ...eachError(matchLabelKeys, (key, index) =>
      excluded.has(key)
        ? [invalid(keyPath(field, index), key, 'exists in both matchLabelKeys and mismatchLabelKeys')]
        : [],
    ),
  ];
}

function validateKeys(keys: readonly string[], selector: LabelSelector | undefined, field: string): FieldError[] {
  if (keys.length === 0) return [];
  if (selector === undefined) return [forbidden(field, 'must not be specified when labelSelector is not set')];
  return eachError(keys, (key, index) => invalidEach(keyPath(field, index), key, qualifiedName(key)));
}

/** Each merged key occurs once in the selector. A second occurrence comes from the user. */
function repeatedKeys(keys: readonly string[], selector: LabelSelector | undefined, path: string): FieldError[] {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const places = new Map(keys.map((key, index) => [key, index]));
  const seen = new Set(Object.keys(matchLabels));
  return eachError(matchExpressions, ({ key }) => {
    const index = places.get(key);
    const isRepeated = index !== undefined && seen.has(key);
    seen.add(key);
    return isRepeated ? [invalid(keyPath(path, index), key, 'exists in both matchLabelKeys and labelSelector')] : [];
  });
}
