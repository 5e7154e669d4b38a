import type { ClusterRole, ClusterRoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { missingRules } from '@pilothouse/kinds/rbac/covers.js';

/*
 * Reconciliation of existing objects, as in Kubernetes: missing parts are added, additional ones are kept. The arguments are not
 * changed. Returns undefined if the object needs no change.
 */

/** The rules of aggregated roles are not compared, since the server computes them in each write. */
export function reconciledRole(live: ClusterRole, wanted: ClusterRole): ClusterRole | undefined {
  const metadata = reconciledMetadata(live, wanted);
  const { aggregationRule } = wanted;
  if (aggregationRule !== undefined) {
    if (metadata === live.metadata && deepEqual(live.aggregationRule ?? null, aggregationRule)) return undefined;
    return { ...live, metadata, aggregationRule };
  }
  const missing = missingRules(live.rules, wanted.rules);
  if (missing.length === 0 && metadata === live.metadata) return undefined;
  return { ...live, metadata, rules: [...live.rules, ...missing] };
}

/** `replace` if the binding references another role, since roleRef is immutable. */
export function reconciledBinding(
  live: ClusterRoleBinding,
  wanted: ClusterRoleBinding,
): ClusterRoleBinding | 'replace' | undefined {
  if (!deepEqual(live.roleRef, wanted.roleRef)) return 'replace';
  const metadata = reconciledMetadata(live, wanted);
  const { subjects = [] } = live;
  const missing = (wanted.subjects ?? []).filter((subject) => !subjects.some((each) => deepEqual(each, subject)));
  if (missing.length === 0 && metadata === live.metadata) return undefined;
  return { ...live, metadata, subjects: [...subjects, ...missing] };
}

type Metadata = ClusterRole['metadata'];

/** Adds missing labels and annotations. Returns the live metadata itself if none are missing. */
function reconciledMetadata(
  { metadata: live }: { metadata: Metadata },
  { metadata }: { metadata: Metadata },
): Metadata {
  const labels = { ...live.labels, ...metadata.labels };
  const annotations = { ...live.annotations, ...metadata.annotations };
  if (deepEqual(labels, live.labels ?? {}) && deepEqual(annotations, live.annotations ?? {})) return live;
  return { ...live, labels, annotations };
}
