import type { DeleteOptions } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { invalid, notSupported, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { notNegative } from './numbers.js';

/** What happens to the dependents of a deleted object. */
export const PROPAGATION_POLICIES = ['Foreground', 'Background', 'Orphan'] as const;

export type Propagation = (typeof PROPAGATION_POLICIES)[number];

/** Validates delete options. */
export function validateDeleteOptions(options: DeleteOptions): FieldError[] {
  const { gracePeriodSeconds, orphanDependents, propagationPolicy } = options;
  const errors = validateDryRun(options.dryRun ?? []);
  errors.push(...notNegative(gracePeriodSeconds, 'gracePeriodSeconds'));
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    const text = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalid('propagationPolicy', propagationPolicy, text));
  }
  if (propagationPolicy !== undefined && !PROPAGATION_POLICIES.some((policy) => policy === propagationPolicy)) {
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...PROPAGATION_POLICIES, 'nil']));
  }
  return [...errors, ...unreadableErrors(options)];
}

/** The option to delete an object that cannot be read excludes all that need the object. */
function unreadableErrors({
  ignoreStoreReadErrorWithClusterBreakingPotential: ignores,
  dryRun = [],
  ...options
}: DeleteOptions): FieldError[] {
  if (ignores !== true) return [];
  const others = ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'] as const;
  return [...(dryRun.length > 0 ? ['dryRun'] : []), ...others.filter((name) => options[name] !== undefined)].map(
    (name) => invalid('ignoreStoreReadErrorWithClusterBreakingPotential', true, `cannot be set together with .${name}`),
  );
}

/** Validates the values of `dryRun`, which every write accepts. */
export function validateDryRun(values: readonly string[]): FieldError[] {
  return values.every((value) => value === 'All') ? [] : [notSupported('dryRun', [...values], ['All'])];
}
