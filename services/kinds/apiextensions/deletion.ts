import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { withCondition } from './condition-list.js';
import { terminatingCondition } from './conditions.js';

/** Set on each definition whose deletion has begun, until all its objects are removed. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Marks a definition as terminating. */
export function beginDeletion({ metadata, status }: CustomResourceDefinition, now: Date): void {
  const { finalizers = [] } = metadata;
  if (!finalizers.includes(CLEANUP_FINALIZER)) metadata.finalizers = [...finalizers, CLEANUP_FINALIZER];
  status.conditions = withCondition(status.conditions, terminatingCondition({ type: 'pending' }), timestamp(now));
}
