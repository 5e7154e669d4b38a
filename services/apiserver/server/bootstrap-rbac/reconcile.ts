import type { ClusterRole, ClusterRoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { missingRules } from '../../authz/rbac/covers.js';

/*
 * How objects that exist are made as the start needs them, as in Kubernetes: what is missing is added, what others added is
 * kept. Nothing is changed in what is given; undefined where the object is right.
 */

/** The server computes the rules of an aggregated role in every write. */
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

/** A binding of another role cannot be changed: it is to be replaced. */
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

/** With the labels and annotations that are wanted; the live one itself where it has them. */
function reconciledMetadata(
  { metadata: live }: { metadata: Metadata },
  { metadata }: { metadata: Metadata },
): Metadata {
  const labels = { ...live.labels, ...metadata.labels };
  const annotations = { ...live.annotations, ...metadata.annotations };
  if (deepEqual(labels, live.labels ?? {}) && deepEqual(annotations, live.annotations ?? {})) return live;
  return { ...live, labels, annotations };
}
