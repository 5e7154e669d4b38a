import type { ClusterRole, PolicyRule } from '../generated/rbac/v1.js';
import { selectorFromObject } from '../selectors/labels.js';

/**
 * The rules of an aggregated ClusterRole: those of all roles that its selectors match, each once, ordered by selector
 * and then by role name. Undefined if the rules are correct or the role is not aggregated. Throws for an invalid
 * selector.
 */
export function aggregatedRules(role: ClusterRole, roles: Iterable<ClusterRole>): PolicyRule[] | undefined {
  if (role.aggregationRule === undefined) return undefined;
  const sorted = [...roles].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const rules = new Map<string, PolicyRule>();
  for (const object of role.aggregationRule.clusterRoleSelectors ?? []) {
    const result = selectorFromObject(object, 'aggregationRule.clusterRoleSelectors');
    if (!result.ok) throw new Error(result.errors.map(({ field, message }) => `${field}: ${message}`).join(', '));
    for (const other of sorted) {
      if (nameOf(other) === nameOf(role) || !result.selector.matches(other.metadata.labels ?? {})) continue;
      for (const rule of rulesOf(other)) if (!rules.has(textOf(rule))) rules.set(textOf(rule), rule);
    }
  }
  const present = rulesOf(role).map(textOf);
  const expected = [...rules.keys()];
  const isRight = expected.length === present.length && expected.every((text, index) => text === present[index]);
  return isRight ? undefined : [...rules.values()];
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
