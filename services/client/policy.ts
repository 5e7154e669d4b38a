// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { PodDisruptionBudget } from '@pilothouse/apimachinery/generated/policy/v1.js';
import type { NamespacedType, PartType } from './resource-type.js';

/** PodDisruptionBudget limits the voluntary disruptions of a set of pods, such as evictions. */
export const podDisruptionBudgets: NamespacedType<PodDisruptionBudget, { readonly status: PartType }> = {
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  resource: 'poddisruptionbudgets',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};
