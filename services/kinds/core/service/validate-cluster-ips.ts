import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { parseAddress } from '@pilothouse/apimachinery/names/address.js';
import {
  duplicate,
  eachError,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { legacyIP } from '../../definition/ip-fields.js';
import { isHeadless, needsClusterIP, NONE } from './traits.js';

type Spec = Service['spec'];

/** IP families, in the order of Kubernetes' messages. */
export const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const FAMILY_POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

const CLUSTER_IPS = 'spec.clusterIPs';

/** Kubernetes' ValidateServiceClusterIPsRelatedFields. Its errors also end an allocation. */
export function validateClusterIPs(spec: Spec, old: Spec | undefined): FieldError[] {
  if (!needsClusterIP(spec)) return [];
  const { clusterIPs = [], ipFamilyPolicy } = spec;
  const errors = [
    ...validateSingular(spec),
    ...validateFamilies(spec.ipFamilies ?? []),
    ...(ipFamilyPolicy === undefined || FAMILY_POLICIES.includes(ipFamilyPolicy)
      ? []
      : [notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, FAMILY_POLICIES)]),
  ];
  const wrong = eachError(clusterIPs, (address, index) => {
    if (index > 0 || address !== NONE) return legacyIP(keyPath(CLUSTER_IPS, index), address, old?.clusterIPs);
    return clusterIPs.length > 1
      ? [invalid(CLUSTER_IPS, [...clusterIPs], "'None' must be the first and only value")]
      : [];
  });
  errors.push(...wrong);
  if (clusterIPs.length > 2) errors.push(invalid(CLUSTER_IPS, [...clusterIPs], 'may only hold up to 2 values'));
  // Invalid addresses would only cause further errors.
  if (wrong.length > 0) return errors;
  return [...errors, ...validateFamiliesOfAddresses(spec)];
}

/** `clusterIP` is the first one of `clusterIPs`. */
function validateSingular({ clusterIP = '', clusterIPs = [] }: Spec): FieldError[] {
  if (clusterIP === '') {
    if (clusterIPs.length === 0) return [];
    return [invalid(CLUSTER_IPS, [...clusterIPs], 'must be empty when `clusterIP` is not specified')];
  }
  if (clusterIPs.length === 0) return [required(CLUSTER_IPS)];
  return clusterIPs[0] === clusterIP
    ? []
    : [invalid(CLUSTER_IPS, [...clusterIPs], 'first value must match `clusterIP`')];
}

function validateFamilies(families: readonly string[]): FieldError[] {
  return eachError(families, (family, index) => {
    const field = keyPath('spec.ipFamilies', index);
    return [
      ...(FAMILIES.includes(family) ? [] : [notSupported(field, family, FAMILIES)]),
      ...(families.indexOf(family) < index ? [duplicate(field, family)] : []),
    ];
  });
}

function validateFamiliesOfAddresses(spec: Spec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const errors: FieldError[] = [];
  const families = clusterIPs.map((address) => familyOf(address));
  if (clusterIPs.length > 1 && new Set(families).size < 2) {
    errors.push(invalid(CLUSTER_IPS, [...clusterIPs], 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(spec)) return errors;
  const mismatched = eachError(clusterIPs, (address, index) => {
    const wanted = ipFamilies[index] ?? '';
    if (!FAMILIES.includes(wanted) || families[index] === wanted) return [];
    const text = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``;
    return [invalid(keyPath(CLUSTER_IPS, index), address, text)];
  });
  return [...errors, ...mismatched];
}

/** The family of an address that is valid. */
export function familyOf(address: string): string {
  return parseAddress(address)?.family === 6 ? 'IPv6' : 'IPv4';
}
