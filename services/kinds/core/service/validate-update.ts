import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { forbidden, invalid, keyPath, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { isHeadless, needsClusterIP, needsHealthCheck } from './traits.js';
import { validateLoadBalancerClass } from './validate-policies.js';

type Spec = Service['spec'];

/**
 * Validates immutable fields. A second address or family can be added or removed. The first one is immutable, unless the
 * old or new type is ExternalName.
 */
export function validateServiceUpdate(spec: Spec, old: Spec): FieldError[] {
  const isExternal = !needsClusterIP(spec) || !needsClusterIP(old);
  return [
    ...(isExternal ? [] : validateAddressChange(spec, old)),
    ...(isExternal ? [] : validateFamilyChange(spec, old)),
    ...validateLoadBalancerClass(spec, old),
    ...(needsHealthCheck(old) && needsHealthCheck(spec) && old.healthCheckNodePort !== spec.healthCheckNodePort
      ? [forbidden('spec.healthCheckNodePort', 'field is immutable')]
      : []),
  ];
}

const UNCHANGEABLE = 'may not change once set';

/** Kubernetes' validateUpgradeDowngradeClusterIPs. */
function validateAddressChange(spec: Spec, old: Spec): FieldError[] {
  if (isHeadless(old) && isHeadless(spec)) return [];
  const { clusterIPs: before = [] } = old;
  const { clusterIPs = [] } = spec;
  const value = shown(spec.clusterIPs);
  const field = (index: number): string => keyPath('spec.clusterIPs', index);
  if (before.length === clusterIPs.length) {
    return before.flatMap((address, index) =>
      address === clusterIPs[index] ? [] : [invalid(field(index), value, UNCHANGEABLE)],
    );
  }
  const errors: FieldError[] = [];
  if (clusterIPs.length === 0) errors.push(invalid(field(0), value, 'primary clusterIP can not be unset'));
  else if (before.length > 0 && clusterIPs[0] !== before[0]) errors.push(invalid(field(0), value, UNCHANGEABLE));
  if (before.length > clusterIPs.length && clusterIPs.length === 1) {
    errors.push(...validateRelease(spec, 'secondary clusterIP'));
  }
  return errors;
}

/** Kubernetes' validateUpgradeDowngradeIPFamilies, which shows the addresses in the error of a first family. */
function validateFamilyChange(spec: Spec, old: Spec): FieldError[] {
  if (isHeadless(old) || isHeadless(spec)) return [];
  const { ipFamilies: before = [] } = old;
  const { ipFamilies = [], clusterIPs = [] } = spec;
  const field = 'spec.ipFamilies[0]';
  if (before.length === ipFamilies.length) {
    return before.flatMap((family, index) =>
      family === ipFamilies[index] ? [] : [invalid(field, shown(spec.ipFamilies), UNCHANGEABLE)],
    );
  }
  const errors: FieldError[] = [];
  const isReduced = before.length > ipFamilies.length;
  if (isReduced && clusterIPs.length === 0) {
    errors.push(invalid(field, shown(spec.ipFamilies), 'primary ipFamily can not be unset'));
  }
  if (before.length > 0 && ipFamilies.length > 0 && ipFamilies[0] !== before[0]) {
    errors.push(invalid(field, shown(spec.clusterIPs), UNCHANGEABLE));
  }
  if (isReduced && ipFamilies.length === 1) errors.push(...validateRelease(spec, 'secondary ipFamily'));
  return errors;
}

function validateRelease({ ipFamilyPolicy }: Spec, what: string): FieldError[] {
  if (ipFamilyPolicy === 'SingleStack') return [];
  const text = `must be set to 'SingleStack' when releasing the ${what}`;
  return [invalid('spec.ipFamilyPolicy', ipFamilyPolicy ?? null, text)];
}

/** A list as Kubernetes' messages show it. */
function shown(list: readonly string[] | undefined): JsonValue {
  return list === undefined ? null : [...list];
}
