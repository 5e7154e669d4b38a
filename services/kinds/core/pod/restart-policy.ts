import type { Container, ContainerRestartRule, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  tooMany,
  duplicate,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const ACTIONS = ['Restart', 'RestartAllContainers'];
const OPERATORS = ['In', 'NotIn'];
const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/** Validates the restart policy and rules of a container (validateContainerRestartPolicy). */
export function validateRestart(
  { restartPolicy, restartPolicyRules: rules = [] }: Partial<Container>,
  path: string,
): FieldError[] {
  const field = fieldPath(path, 'restartPolicy');
  const errors: FieldError[] = [];
  if (restartPolicy === undefined) {
    if (rules.length === 0) return errors;
    errors.push(required(field, 'must specify restartPolicy when restart rules are used'));
  } else if (!POLICIES.includes(restartPolicy)) {
    errors.push(notSupported(field, restartPolicy, POLICIES));
  }
  const list = fieldPath(path, 'restartPolicyRules');
  if (rules.length > MAX_RULES) errors.push(tooMany(list, rules.length, MAX_RULES));
  return [...errors, ...eachError(rules, (rule, index) => validateRule(rule, keyPath(list, index)))];
}

function validateRule({ action = '', exitCodes }: ContainerRestartRule, path: string): FieldError[] {
  const errors = ACTIONS.includes(action) ? [] : [notSupported(fieldPath(path, 'action'), action, ACTIONS)];
  const field = fieldPath(path, 'exitCodes');
  if (exitCodes === undefined) return [...errors, required(field, 'must be specified')];
  const { operator = '', values = [] } = exitCodes;
  if (!OPERATORS.includes(operator)) errors.push(notSupported(fieldPath(field, 'operator'), operator, OPERATORS));
  if (values.length > MAX_EXIT_CODES) {
    errors.push(tooMany(fieldPath(field, 'values'), values.length, MAX_EXIT_CODES));
  }
  return errors;
}

const RESIZABLE = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];

/** Validates the resize policies of a container (validateResizePolicy). Errors name the list, as in Kubernetes. */
export function validateResizePolicy(
  { resizePolicy = [] }: Partial<Container>,
  path: string,
  podPolicy: PodSpec['restartPolicy'],
): FieldError[] {
  const field = fieldPath(path, 'resizePolicy');
  const seen = new Set<string>();
  return eachError(resizePolicy, ({ resourceName, restartPolicy }, index) => {
    const errors = seen.has(resourceName) ? [duplicate(keyPath(field, index), resourceName)] : [];
    seen.add(resourceName);
    if (resourceName !== '' && !RESIZABLE.includes(resourceName)) {
      errors.push(notSupported(field, resourceName, RESIZABLE));
    }
    if (restartPolicy !== '' && !RESIZE_POLICIES.includes(restartPolicy)) {
      errors.push(notSupported(field, restartPolicy, RESIZE_POLICIES));
    }
    if (podPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(field, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}

/** A resize cannot restart an init container that runs to completion. */
export function validateInitResizePolicy({ resizePolicy = [] }: Container, path: string): FieldError[] {
  return eachError(resizePolicy, ({ restartPolicy }, index) => {
    if (restartPolicy !== 'RestartContainer') return [];
    const field = fieldPath(keyPath(fieldPath(path, 'resizePolicy'), index), 'restartPolicy');
    const text = "must not be set to 'RestartContainer' for non-sidecar initContainers";
    return [invalid(field, restartPolicy, text)];
  });
}
