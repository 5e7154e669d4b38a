import type { RoleRef } from '@pilothouse/apimachinery/generated/rbac/v1.js';

/** Joins texts as Go prints several errors. */
export function listText(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}

/** `clusterrole.rbac.authorization.k8s.io "a" not found`. */
export function missingRole({ kind, name }: Pick<RoleRef, 'kind' | 'name'>, group: string): string {
  return `${kind.toLowerCase()}.${group} ${JSON.stringify(name)} not found`;
}
