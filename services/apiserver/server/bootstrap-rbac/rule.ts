import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';

/** A rule of verbs on resources of one group; the empty one is that of the core. */
export function rule(verbs: readonly string[], group: string, ...resources: readonly string[]): PolicyRule {
  return { verbs: [...verbs], apiGroups: [group], resources: [...resources] };
}

/** A rule that holds only for objects of these names. */
export function only(names: readonly string[], base: PolicyRule): PolicyRule {
  return { ...base, resourceNames: [...names] };
}
