import type {
  JobSpec,
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
} from '@pilothouse/apimachinery/generated/batch/v1.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  invalidWhole,
  keyPath,
  notSupported,
  required,
  tooLong,
  tooMany,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { notNegative } from '../definition/numbers.js';
import { parseIndexes } from './job-indexes.js';

const MAX_RULES = 20;
const MAX_PATTERNS = 20;
const MAX_EXIT_CODES = 255;
const MAX_INDEXES_LENGTH = 65_536;
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS = ['In', 'NotIn'];
const STATUSES = ['False', 'True', 'Unknown'];

/** Validates `podFailurePolicy`, whose rules name containers of the template. */
export function validatePodFailurePolicy(policy: PodFailurePolicy, spec: JobSpec, path: string): FieldError[] {
  const { rules } = policy;
  const field = fieldPath(path, 'rules');
  const { containers, initContainers = [] } = spec.template.spec;
  const names = new Set([...containers, ...initContainers].map(({ name }) => name));
  return [
    ...(rules.length > MAX_RULES ? [tooMany(field, rules.length, MAX_RULES)] : []),
    ...eachError(rules, (rule, index) => validateFailureRule(rule, spec, names, keyPath(field, index))),
  ];
}

function validateFailureRule(
  rule: PodFailurePolicyRule,
  { backoffLimitPerIndex }: JobSpec,
  containers: ReadonlySet<string>,
  path: string,
): FieldError[] {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  const field = fieldPath(path, 'action');
  const errors: FieldError[] = [];
  if (action === 'FailIndex') {
    const text = 'requires the backoffLimitPerIndex to be set';
    if (backoffLimitPerIndex === undefined) errors.push(invalid(field, action, text));
  } else {
    errors.push(...oneOf(action, ACTIONS, field));
  }
  if (onExitCodes !== undefined) {
    errors.push(...validateExitCodes(onExitCodes, containers, fieldPath(path, 'onExitCodes')));
  }
  errors.push(...validatePatterns(onPodConditions, fieldPath(path, 'onPodConditions')));
  if (onExitCodes !== undefined && onPodConditions.length > 0) {
    errors.push(invalidWhole(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (onExitCodes === undefined && onPodConditions.length === 0) {
    errors.push(invalidWhole(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

/** A value from the list; a missing one is reported with the list in Go's notation. */
function oneOf(value: string, supported: readonly string[], field: string): FieldError[] {
  const list = supported.map((item) => JSON.stringify(item)).join(' ');
  if (value === '') return [required(field, `valid values: [${list}]`)];
  return supported.includes(value) ? [] : [notSupported(field, value, supported)];
}

function validatePatterns(patterns: readonly PodFailurePolicyOnPodConditionsPattern[], path: string): FieldError[] {
  return [
    ...(patterns.length > MAX_PATTERNS ? [tooMany(path, patterns.length, MAX_PATTERNS)] : []),
    ...eachError(patterns, ({ type, status }, index) => {
      const field = keyPath(path, index);
      return [
        ...invalidEach(fieldPath(field, 'type'), type, qualifiedName(type)),
        ...oneOf(status, STATUSES, fieldPath(field, 'status')),
      ];
    }),
  ];
}

function validateExitCodes(
  requirement: PodFailurePolicyOnExitCodesRequirement,
  containers: ReadonlySet<string>,
  path: string,
): FieldError[] {
  const { operator, containerName, values } = requirement;
  const errors = oneOf(operator, OPERATORS, fieldPath(path, 'operator'));
  if (containerName !== undefined && !containers.has(containerName)) {
    const text = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(fieldPath(path, 'containerName'), containerName, text));
  }
  const field = fieldPath(path, 'values');
  if (values.length === 0) errors.push(invalid(field, values, 'at least one value is required'));
  if (values.length > MAX_EXIT_CODES) errors.push(tooMany(field, values.length, MAX_EXIT_CODES));
  const seen = new Set<number>();
  errors.push(
    ...eachError(values, (value, index) => {
      const isRepeated = seen.has(value);
      seen.add(value);
      const zero = 'must not be 0 for the In operator';
      return [
        ...(operator === 'In' && value === 0 ? [invalid(keyPath(field, index), value, zero)] : []),
        ...(isRepeated ? [duplicate(keyPath(field, index), value)] : []),
      ];
    }),
  );
  const isOrdered = values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
  if (!isOrdered) errors.push(invalid(field, values, 'must be ordered'));
  return errors;
}

/** Validates `successPolicy` of an indexed Job. */
export function validateSuccessPolicy({ rules }: SuccessPolicy, { completions = 0 }: JobSpec, path: string) {
  const field = fieldPath(path, 'rules');
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    errors.push(required(field, 'at least one rules must be specified when the successPolicy is specified'));
  }
  if (rules.length > MAX_RULES) errors.push(tooMany(field, rules.length, MAX_RULES));
  errors.push(...eachError(rules, (rule, index) => validateSuccessRule(rule, completions, keyPath(field, index))));
  return errors;
}

function validateSuccessRule(
  { succeededIndexes, succeededCount }: SuccessPolicyRule,
  completions: number,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (succeededIndexes === undefined && succeededCount === undefined) {
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  }
  let total = 0;
  if (succeededIndexes !== undefined) {
    const field = fieldPath(path, 'succeededIndexes');
    if (Buffer.byteLength(succeededIndexes) > MAX_INDEXES_LENGTH) errors.push(tooLong(field, MAX_INDEXES_LENGTH));
    const parsed = parseIndexes(succeededIndexes, completions);
    if (parsed.ok) total = parsed.total;
    else errors.push(invalid(field, succeededIndexes, `error parsing succeededIndexes: ${parsed.problem}`));
  }
  if (succeededCount === undefined) return errors;
  const field = fieldPath(path, 'succeededCount');
  errors.push(...notNegative(succeededCount, field));
  const most = (limit: number, what: string): void => {
    if (succeededCount <= limit) return;
    errors.push(invalid(field, succeededCount, `must be less than or equal to ${limit} (the number of ${what})`));
  };
  most(completions, 'specified completions');
  if (succeededIndexes !== undefined) most(total, 'indexes in the specified succeededIndexes field');
  return errors;
}
