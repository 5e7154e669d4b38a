import type { Job, JobSpec } from '@pilothouse/apimachinery/generated/batch/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { domainPrefixedPath } from '@pilothouse/apimachinery/names/domain-path.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import {
  fieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { POD_ERRORS } from '../core/pod/error-order.js';
import { validatePodTemplate } from '../core/pod/validate-spec.js';
import { IMMUTABLE, type ErrorOrder } from '../definition/error-order.js';
import { notNegative } from '../definition/numbers.js';
import { validatePodFailurePolicy, validateSuccessPolicy } from './job-policies.js';

const MAX_PARALLELISM = 100_000;
const MAX_FAILED_INDEXES = 100_000;
/** Above this number of completions, the next two limits apply to Jobs with `backoffLimitPerIndex`. */
const MANY_COMPLETIONS = 100_000;
const MAX_PARALLELISM_OF_MANY = 10_000;
const MAX_FAILED_INDEXES_OF_MANY = 10_000;
const MAX_MANAGER_LENGTH = 63;

const NUMBERS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const;

/** The order of errors of a Job, and of the template of a CronJob. */
export const JOB_ERRORS: ErrorOrder = {
  last: IMMUTABLE,
  closing: new RegExp(`${POD_ERRORS.closing?.source ?? ''}|requires indexed completion mode$`),
  order: {
    ...POD_ERRORS.order,
    '': ['metadata', 'spec', ['status']],
    spec: [
      [
        'selector',
        'manualSelector',
        ...NUMBERS,
        'managedBy',
        'completionMode',
        'podFailurePolicy',
        'successPolicy',
        'podReplacementPolicy',
      ],
      'template',
      ...(POD_ERRORS.order?.['spec'] ?? []),
    ],
  },
};

/** Validates the spec of a Job or of a template, except for its selector (Kubernetes' validateJobSpec). */
export function validateJobSpec(spec: JobSpec, path: string): FieldError[] {
  const { podFailurePolicy, podReplacementPolicy, managedBy, template } = spec;
  const field = (name: keyof JobSpec) => fieldPath(path, name);
  const errors = NUMBERS.flatMap((name) => notNegative(spec[name], field(name)));
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(field('backoffLimitPerIndex'), 'when maxFailedIndexes is specified'));
  }
  if (managedBy !== undefined) errors.push(...validateManager(managedBy, field('managedBy')));
  errors.push(...validateCompletionMode(spec, path));
  if (podFailurePolicy !== undefined) {
    errors.push(...validatePodFailurePolicy(podFailurePolicy, spec, field('podFailurePolicy')));
  }
  const allowed = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  if (podReplacementPolicy !== undefined && !allowed.includes(podReplacementPolicy)) {
    errors.push(notSupported(field('podReplacementPolicy'), podReplacementPolicy, allowed));
  }
  return [...errors, ...validatePodTemplate(template, field('template')), ...validateRestartPolicy(spec, path)];
}

function validateCompletionMode(spec: JobSpec, path: string): FieldError[] {
  const { completionMode = 'NonIndexed', backoffLimitPerIndex, maxFailedIndexes, successPolicy } = spec;
  const field = (name: keyof JobSpec) => fieldPath(path, name);
  if (completionMode === 'Indexed') return validateIndexed(spec, path);
  const text = 'requires indexed completion mode';
  const isPlain = completionMode === 'NonIndexed';
  return [
    ...(isPlain && backoffLimitPerIndex !== undefined
      ? [invalid(field('backoffLimitPerIndex'), backoffLimitPerIndex, text)]
      : []),
    ...(isPlain && maxFailedIndexes !== undefined ? [invalid(field('maxFailedIndexes'), maxFailedIndexes, text)] : []),
    ...(successPolicy === undefined ? [] : [invalid(field('successPolicy'), successPolicy, text)]),
  ];
}

function validateIndexed(spec: JobSpec, path: string): FieldError[] {
  const { completions, maxFailedIndexes, backoffLimitPerIndex, successPolicy } = spec;
  const field = (name: keyof JobSpec) => fieldPath(path, name);
  const errors: FieldError[] = [];
  if (completions === undefined) errors.push(required(field('completions'), 'when completion mode is Indexed'));
  const most = (name: 'parallelism' | 'maxFailedIndexes', limit: number, text = `${limit}`): void => {
    const { [name]: value = 0 } = spec;
    if (value > limit) errors.push(invalid(field(name), value, `must be less than or equal to ${text}`));
  };
  most('parallelism', MAX_PARALLELISM, `${MAX_PARALLELISM} when completion mode is Indexed`);
  if (completions !== undefined) most('maxFailedIndexes', completions, 'completions');
  most('maxFailedIndexes', MAX_FAILED_INDEXES);
  if ((completions ?? 0) > MANY_COMPLETIONS && backoffLimitPerIndex !== undefined) {
    if (maxFailedIndexes === undefined) {
      const text = `must be specified when completions is above ${MANY_COMPLETIONS}`;
      errors.push(required(field('maxFailedIndexes'), text));
    }
    const reason = `when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
    most('parallelism', MAX_PARALLELISM_OF_MANY, `${MAX_PARALLELISM_OF_MANY} ${reason}`);
    most('maxFailedIndexes', MAX_FAILED_INDEXES_OF_MANY, `${MAX_FAILED_INDEXES_OF_MANY} ${reason}`);
  }
  if (successPolicy !== undefined && completions !== undefined) {
    errors.push(...validateSuccessPolicy(successPolicy, spec, field('successPolicy')));
  }
  return errors;
}

function validateManager(value: string, field: string): FieldError[] {
  const errors = domainPrefixedPath(field, value);
  return utf8Length(value) > MAX_MANAGER_LENGTH ? [...errors, tooLong(field, MAX_MANAGER_LENGTH)] : errors;
}

/** Validates that the pods of a Job can end. */
function validateRestartPolicy({ template, podFailurePolicy }: JobSpec, path: string): FieldError[] {
  const { restartPolicy = '' } = template.spec;
  const field = fieldPath(path, 'template.spec.restartPolicy');
  if (restartPolicy === 'Always' || restartPolicy === '') {
    return [required(field, 'valid values: "OnFailure", "Never"')];
  }
  if (!['OnFailure', 'Never'].includes(restartPolicy)) {
    const known = ['OnFailure', 'Never'];
    return [notSupported(field, restartPolicy, ['Always', ...known]), notSupported(field, restartPolicy, known)];
  }
  if (podFailurePolicy === undefined || restartPolicy === 'Never') return [];
  return [invalid(field, restartPolicy, 'only "Never" is supported when podFailurePolicy is specified')];
}

/** Validates the selector of a Job, which must match its pods. */
export function validateJobSelector({ selector, template }: JobSpec): FieldError[] {
  const { labels } = template.metadata;
  const text = '`selector` does not match template `labels`';
  const unmatched = invalid('spec.template.metadata.labels', labels ?? null, text);
  if (selector === undefined) return [required('spec.selector'), unmatched];
  const result = selectorFromObject(selector, 'spec.selector');
  if (!result.ok) return [...result.errors];
  return result.selector.matches(labels ?? {}) ? [] : [unmatched];
}

/** The pods of an indexed Job have its name and their index as host name. */
export function validateHostNames({ metadata: { name = '' }, spec }: Job): FieldError[] {
  const { completionMode, completions = 0 } = spec;
  if (completionMode !== 'Indexed' || completions <= 0) return [];
  const longest = `${name}-${completions - 1}`;
  if (dnsLabel(longest).length === 0) return [];
  return [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${longest}`)];
}
