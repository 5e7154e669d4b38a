import type { ResourceDefinition } from '../definition/definition.js';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscalers.js';

/** The kinds of the group `autoscaling`. */
export function autoscalingKinds(): readonly ResourceDefinition[] {
  return [horizontalPodAutoscalers];
}
