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
  return errors;
}

/** Validates the values of `dryRun`, which every write accepts. */
export function validateDryRun(values: readonly string[]): FieldError[] {
  return values.every((value) => value === 'All') ? [] : [notSupported('dryRun', [...values], ['All'])];
}
