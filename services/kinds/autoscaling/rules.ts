import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HPAScalingPolicy,
  HPAScalingRules,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { notNegativeQuantity } from '../definition/numbers.js';
import { validateMetric } from './metric-rules.js';
import { apiVersionProblem, validateReference } from './reference-rules.js';

const MAX_PERIOD = 1800;
const MAX_WINDOW = 3600;

/** Validates an autoscaler (Kubernetes' ValidateHorizontalPodAutoscaler). */
export function validateAutoscaler(
  { spec }: HorizontalPodAutoscaler,
  old: HorizontalPodAutoscaler | undefined,
): FieldError[] {
  const { minReplicas, maxReplicas, scaleTargetRef, metrics = [], behavior } = spec;
  const errors: FieldError[] = [];
  // The feature gate HPAScaleToZero is off.
  const least = old?.spec.minReplicas === 0 ? 0 : 1;
  if (minReplicas !== undefined && minReplicas < least) {
    errors.push(invalid('spec.minReplicas', minReplicas, `must be greater than or equal to ${least}`));
  }
  if (maxReplicas === 0) errors.push(required('spec.maxReplicas', 'must be set and greater than 0'));
  if (maxReplicas < 0) errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  errors.push(...validateReference(scaleTargetRef, 'spec.scaleTargetRef', scaleRule(scaleTargetRef, old)));
  const objectRule = hasInvalidObject(old) ? 'any' : 'valid';
  errors.push(
    ...eachError(metrics, (metric, index) => validateMetric(metric, keyPath('spec.metrics', index), objectRule)),
  );
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    const text = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbidden('spec.metrics', text));
  }
  if (behavior === undefined) return errors;
  return [
    ...errors,
    ...validateScaling(behavior.scaleUp, 'spec.behavior.scaleUp'),
    ...validateScaling(behavior.scaleDown, 'spec.behavior.scaleDown'),
  ];
}

/** A reference that has not changed is not validated. The core group is empty. */
function scaleRule({ kind, apiVersion }: CrossVersionObjectReference, old: HorizontalPodAutoscaler | undefined) {
  const before = old?.spec.scaleTargetRef;
  if (before !== undefined && before.kind === kind && before.apiVersion === apiVersion) return 'any';
  return kind === 'ReplicationController' ? 'valid' : 'grouped';
}

function hasInvalidObject(old: HorizontalPodAutoscaler | undefined): boolean {
  return (old?.spec.metrics ?? []).some(
    ({ type, object }) =>
      type === 'Object' && object !== undefined && apiVersionProblem(object.describedObject, 'valid') !== undefined,
  );
}

function validateScaling(rules: HPAScalingRules | undefined, path: string): FieldError[] {
  if (rules === undefined) return [];
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance } = rules;
  const errors: FieldError[] = [];
  const refuse = (name: string, value: number, text: string): void => {
    errors.push(invalid(fieldPath(path, name), value, text));
  };
  if (window !== undefined && window < 0) {
    refuse('stabilizationWindowSeconds', window, 'must be greater than or equal to zero');
  }
  if (window !== undefined && window > MAX_WINDOW) {
    refuse('stabilizationWindowSeconds', window, `must be less than or equal to ${MAX_WINDOW}`);
  }
  const selections = ['Disabled', 'Max', 'Min'];
  if (selectPolicy !== undefined && !selections.includes(selectPolicy)) {
    errors.push(notSupported(fieldPath(path, 'selectPolicy'), selectPolicy, selections));
  }
  const field = fieldPath(path, 'policies');
  if (policies.length === 0) errors.push(required(field, 'must specify at least one Policy'));
  errors.push(...eachError(policies, (policy, index) => validatePolicy(policy, keyPath(field, index))));
  return [...errors, ...notNegativeQuantity(tolerance, fieldPath(path, 'tolerance'))];
}

function validatePolicy({ type, value, periodSeconds }: HPAScalingPolicy, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const types = ['Percent', 'Pods'];
  if (!types.includes(type)) errors.push(notSupported(fieldPath(path, 'type'), type, types));
  if (value <= 0) errors.push(invalid(fieldPath(path, 'value'), value, 'must be greater than zero'));
  const field = fieldPath(path, 'periodSeconds');
  if (periodSeconds <= 0) errors.push(invalid(field, periodSeconds, 'must be greater than zero'));
  if (periodSeconds > MAX_PERIOD) {
    errors.push(invalid(field, periodSeconds, `must be less than or equal to ${MAX_PERIOD}`));
  }
  return errors;
}
