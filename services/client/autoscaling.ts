// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1 } from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import type { HorizontalPodAutoscaler } from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import type { NamespacedType, PartType } from './resource-type.js';

/** HorizontalPodAutoscaler scales a resource with the subresource `scale` by metrics. */
export const horizontalPodAutoscalers: NamespacedType<HorizontalPodAutoscaler, { readonly status: PartType }> = {
  group: 'autoscaling',
  version: 'v2',
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** HorizontalPodAutoscaler scales a resource with the subresource `scale` by its CPU utilization. Annotations hold what only the version v2 has: other metrics, behavior and conditions. */
export const horizontalPodAutoscalersV1: NamespacedType<HorizontalPodAutoscalerV1, { readonly status: PartType }> = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};
