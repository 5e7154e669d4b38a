// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import type { ClusterType } from './resource-type.js';

/** PriorityClass maps a name to a priority for pods. */
export const priorityClasses: ClusterType<PriorityClass> = {
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  resource: 'priorityclasses',
  scope: 'Cluster',
};
