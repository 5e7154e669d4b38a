import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';

/** Rule with verbs for resources of a group; empty for the core group. */
export function rule(verbs: readonly string[], group: string, ...resources: readonly string[]): PolicyRule {
  return { verbs: [...verbs], apiGroups: [group], resources: [...resources] };
}

/** Restricts a rule to objects with these names. */
export function only(names: readonly string[], base: PolicyRule): PolicyRule {
  return { ...base, resourceNames: [...names] };
}
