import type {
  ResourceQuotaSpec,
  ScopedResourceSelectorRequirement,
} from '@pilothouse/apimachinery/generated/core/v1.js';

/** All requirements of a quota: its scopes, and its selector. */
export function scopesOf({ scopes = [], scopeSelector }: ResourceQuotaSpec): ScopedResourceSelectorRequirement[] {
  const plain = scopes.map((scopeName) => ({ scopeName, operator: 'Exists' }));
  return [...plain, ...(scopeSelector?.matchExpressions ?? [])];
}

/** Whether the value of a scope satisfies the requirement; undefined for an object without a value. */
export function satisfies({ operator, values = [] }: ScopedResourceSelectorRequirement, value?: string): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}
