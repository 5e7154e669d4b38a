import { isIP } from 'node:net';
import type { Node, Taint } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { SUBDOMAIN_LENGTH } from '@pilothouse/apimachinery/names/dns.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { notNegativeQuantity } from '../definition/numbers.js';
import { isExtended } from './pod/amounts.js';

/** Validates a node, in addition to its schema (Kubernetes' ValidateNode). */
export function validateNode({ spec, status }: Node): FieldError[] {
  return [
    ...validateTaints(spec.taints ?? []),
    ...validateAmounts(status.capacity ?? {}, 'status.capacity'),
    ...validateAmounts(status.allocatable ?? {}, 'status.allocatable'),
    ...validateSwap(status.nodeInfo.swap?.capacity),
    ...validateFeatures(status.declaredFeatures ?? []),
    ...validateCidrs(spec.podCIDRs ?? []),
  ];
}

function validateSwap(capacity: number | bigint | undefined): FieldError[] {
  if (capacity === undefined || capacity > 0) return [];
  return [invalid('status.nodeInfo.swap.capacity', capacity, 'must be greater than zero')];
}

const FEATURE = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const FEATURE_RULE =
  "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";

/** Declared features are sorted and unique (Kubernetes' validateNodeDeclaredFeatures). */
function validateFeatures(features: readonly string[]): FieldError[] {
  return eachError(features, (name, index) => {
    const field = keyPath('status.declaredFeatures', index);
    const before = features[index - 1];
    const what = `invalid feature name ${JSON.stringify(name)}`;
    const errors: FieldError[] = [];
    if (before === name) errors.push(duplicate(field, name));
    else if (before !== undefined && before > name) {
      errors.push(invalid(field, name, 'list must be sorted alphabetically'));
    }
    if (name.length > SUBDOMAIN_LENGTH) {
      errors.push(invalid(field, name, `${what}: must be no more than ${SUBDOMAIN_LENGTH} characters`));
    } else if (!FEATURE.test(name)) errors.push(invalid(field, name, `${what}: ${FEATURE_RULE}`));
    return errors;
  });
}

/** Validates an update of a node (Kubernetes' ValidateNodeUpdate). */
export function validateNodeUpdate({ spec, status: { addresses = [] } }: Node, { spec: before }: Node): FieldError[] {
  const seen = new Set<string>();
  const errors = eachError(addresses, (address, index) => {
    const text = writeJson(address);
    if (seen.has(text)) return [duplicate(keyPath('status.addresses', index), address)];
    seen.add(text);
    return [];
  });
  if (before.podCIDRs !== undefined && !deepEqual(spec.podCIDRs, before.podCIDRs)) {
    errors.push(forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'));
  }
  if (before.providerID !== undefined && spec.providerID !== before.providerID) {
    errors.push(forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid'));
  }
  if (spec.externalID !== before.externalID) errors.push(forbidden('spec.externalID', 'may not be updated'));
  return errors;
}

function validateTaints(taints: readonly Taint[]): FieldError[] {
  const seen = new Set<string>();
  return eachError(taints, (taint, index) => {
    const identity = `${taint.effect} ${taint.key}`;
    const nameless = taint.key === '' ? qualifiedName('') : [];
    const errors = invalidEach(fieldPath(keyPath('spec.taints', index), 'key'), '', nameless);
    if (!seen.has(identity)) {
      seen.add(identity);
      return errors;
    }
    const error = duplicate(keyPath('spec.taints', index), taint);
    return [...errors, { ...error, message: `${error.message}: taints must be unique by key and effect pair` }];
  });
}

const NO_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** At most one valid CIDR for each IP family. More than two are not validated further. */
function validateCidrs(ranges: readonly string[]): FieldError[] {
  const field = 'spec.podCIDRs';
  const tooMany = invalid(field, [...ranges], 'may specify no more than one CIDR for each IP family');
  const [first, second, ...more] = ranges;
  if (more.length > 0) return [tooMany];
  const families = ranges.map(familyOfCidr);
  const errors = families.flatMap((family, index) =>
    family === undefined ? [invalid(keyPath(field, index), ranges[index] ?? '', NO_CIDR)] : [],
  );
  if (new Set(families).size < ranges.length) errors.push(tooMany);
  return second !== undefined && first === second ? [...errors, duplicate(keyPath(field, 1), second)] : errors;
}

/** 4 or 6 for a CIDR such as `10.0.0.0/24`; undefined if invalid. */
function familyOfCidr(range: string): 4 | 6 | undefined {
  const [, address = '', bits = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(range) ?? [];
  const family = isIP(address);
  if (family === 4 && Number(bits) <= 32) return 4;
  return family === 6 && Number(bits) <= 128 ? 6 : undefined;
}

/** Native resources with integer quantities. Extended resources are integers too. */
const WHOLE_RESOURCES = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);

function validateAmounts(amounts: Readonly<Record<string, string>>, path: string): FieldError[] {
  return eachError(Object.entries(amounts), ([resource, amount]) => {
    const field = fieldPath(path, resource);
    const { milli } = parseQuantity(amount);
    return [
      ...notNegativeQuantity(amount, field),
      ...(isWhole(resource) && milli % 1000n !== 0n ? [invalid(field, amount, 'must be an integer')] : []),
    ];
  });
}

function isWhole(resource: string): boolean {
  return WHOLE_RESOURCES.has(resource) || isExtended(resource);
}
