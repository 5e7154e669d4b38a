import type { HorizontalPodAutoscaler, HPAScalingRules } from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { dropAnnotations } from './annotations.js';
import { cpuUtilization, DEFAULT_UTILIZATION } from './cpu.js';

const PERIOD_SECONDS = 15;

/** Sets the default metric, and completes the behavior if there is one (Kubernetes' SetDefaults_HorizontalPodAutoscaler). */
export function setAutoscalerDefaults({ metadata, spec }: HorizontalPodAutoscaler): void {
  dropAnnotations(metadata);
  if ((spec.metrics ?? []).length === 0) spec.metrics = [cpuUtilization(DEFAULT_UTILIZATION)];
  if (spec.behavior === undefined) return;
  const percent = { type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS };
  const pods = { type: 'Pods', value: 4, periodSeconds: PERIOD_SECONDS };
  const { scaleUp, scaleDown } = spec.behavior;
  const up = { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [pods, percent] };
  spec.behavior.scaleUp = completed(scaleUp, up);
  spec.behavior.scaleDown = completed(scaleDown, { selectPolicy: 'Max', policies: [percent] });
}

/** The rules with defaults, in the order of the schema. */
function completed(rules: HPAScalingRules = newObject(), defaults: HPAScalingRules): HPAScalingRules {
  return Object.assign(newObject(), defaults, rules);
}
