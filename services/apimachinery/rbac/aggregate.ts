import type { ClusterRole, PolicyRule } from '../generated/rbac/v1.js';
import { selectorFromObject, type LabelSelector, type LabelSelectorResult } from '../selectors/labels.js';

/**
 * The rules of an aggregated ClusterRole: those of all roles that its selectors match, each once, ordered by selector
 * and then by role name. Undefined if the rules are correct or the role is not aggregated. Throws for an invalid
 * selector.
 */
export function aggregatedRules(role: ClusterRole, roles: Iterable<ClusterRole>): PolicyRule[] | undefined {
  if (role.aggregationRule === undefined) return undefined;
  const rules = new Map<string, PolicyRule>();
  for (const result of selectorsOf(role)) {
    if (!result.ok) throw new Error(result.errors.map(({ field, message }) => `${field}: ${message}`).join(', '));
    const { selector } = result;
    const selected = [...roles].filter((other) => nameOf(other) !== nameOf(role) && matches(selector, other));
    for (const other of selected.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
      for (const rule of rulesOf(other)) {
        const text = textOf(rule);
        if (!rules.has(text)) rules.set(text, rule);
      }
    }
  }
  const present = rulesOf(role).map(textOf);
  const expected = [...rules.keys()];
  const isRight = expected.length === present.length && expected.every((text, index) => text === present[index]);
  return isRight ? undefined : [...rules.values()];
}

/** Whether the rules of an aggregated ClusterRole depend on another one. An invalid selector selects nothing. */
export function aggregates(role: ClusterRole, other: ClusterRole): boolean {
  return selectorsOf(role).some((result) => result.ok && matches(result.selector, other));
}

function selectorsOf({ aggregationRule }: ClusterRole): LabelSelectorResult[] {
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  return selectors.map((object) => selectorFromObject(object, 'aggregationRule.clusterRoleSelectors'));
}

function matches(selector: LabelSelector, { metadata: { labels = {} } }: ClusterRole): boolean {
  return selector.matches(labels);
}

function nameOf({ metadata: { name = '' } }: ClusterRole): string {
  return name;
}

/** Kubernetes writes the rules of a role without any as null. */
function rulesOf({ rules }: { readonly rules: readonly PolicyRule[] | null }): readonly PolicyRule[] {
  return rules ?? [];
}

/** Equal for equal rules: an absent list equals an empty one. */
function textOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((list = []) => list));
}
