import type { PodSpec, ResourceRequirements } from '@pilothouse/apimachinery/generated/core/v1.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { notNegativeQuantity } from '../../definition/numbers.js';

export type Amounts = Readonly<Record<string, string>>;

const STANDARD_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);
export const HUGE_PAGES = 'hugepages-';
/** Resources that only quotas use. */
const QUOTA_RESOURCES = new Set([
  ...['requests', 'limits'].flatMap((kind) => [...STANDARD_RESOURCES].map((name) => `${kind}.${name}`)),
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
]);
const COUNTED = ['cpu', 'memory'] as const;

/**
 * Validates requests and limits (Kubernetes' validateResourceRequirements). `nameErrors` validates the resource names.
 */
export function validateResources(
  { limits = {}, requests = {} }: ResourceRequirements,
  path: string,
  nameErrors: NameErrors = containerResource,
): FieldError[] {
  return [
    ...validateAmounts(limits, fieldPath(path, 'limits'), nameErrors),
    ...validateAmounts(requests, fieldPath(path, 'requests'), nameErrors),
    ...eachError(Object.entries(requests), ([name, amount]) => validateRequest(name, amount, limits[name], path)),
    ...validateHugePages([...Object.keys(limits), ...Object.keys(requests)], path),
  ];
}

function validateHugePages(names: readonly string[], path: string): FieldError[] {
  const isAlone = names.some((name) => name.startsWith(HUGE_PAGES)) && !COUNTED.some((name) => names.includes(name));
  return isAlone ? [forbidden(path, 'HugePages require cpu or memory')] : [];
}

/** Validates the name of a resource at its path. */
export type NameErrors = (name: string, field: string) => readonly FieldError[];

/** Validates the name of a resource of containers (Kubernetes' ValidateContainerResourceName). */
export const containerResource: NameErrors = (name, field) => invalidEach(field, name, nameProblems(name));

/** Validates names and quantities of resources. */
export function validateAmounts(
  amounts: Amounts,
  path: string,
  nameErrors: NameErrors = containerResource,
): FieldError[] {
  return eachError(Object.entries(amounts), ([name, amount]) => {
    const field = keyPath(path, name);
    const { milli } = parseQuantity(amount);
    return [
      ...nameErrors(name, field),
      ...notNegativeQuantity(amount, field),
      ...(isExtended(name) && milli % 1000n !== 0n ? [invalid(field, amount, 'must be an integer')] : []),
      ...(name.startsWith(HUGE_PAGES) && !isWholePages(name, milli)
        ? [invalid(field, amount, `${amount} is not positive integer multiple of ${name}`)]
        : []),
    ];
  });
}

function nameProblems(name: string): readonly string[] {
  const problems = qualifiedName(name);
  if (name.includes('/')) {
    const isKnown = isNative(name) || isExtended(name);
    return isKnown ? problems : [...problems, "doesn't follow extended resource name standard"];
  }
  if (isStandard(name)) return problems;
  return [...resourceProblems(name), 'must be a standard resource for containers'];
}

/** Validates a name of any resource (Kubernetes' validateResourceName). */
export function resourceProblems(name: string): readonly string[] {
  const problems = qualifiedName(name);
  if (problems.length > 0 || name.includes('/') || isStandard(name)) return problems;
  const isForQuotas = QUOTA_RESOURCES.has(name) || name.startsWith(`requests.${HUGE_PAGES}`);
  return isForQuotas ? [] : ['must be a standard resource type or fully qualified'];
}

/** Whether quotas know the resource, a name without a domain (Kubernetes' IsStandardQuotaResourceName). */
export function isQuotaResource(name: string): boolean {
  if (name.startsWith(HUGE_PAGES) || name.startsWith(`requests.${HUGE_PAGES}`)) return true;
  return name !== 'storage' && (STANDARD_RESOURCES.has(name) || QUOTA_RESOURCES.has(name));
}

/** The suffix of the name is the page size in bytes. */
function isWholePages(name: string, milli: bigint): boolean {
  try {
    const size = parseQuantity(name.slice(HUGE_PAGES.length)).milli;
    return size > 0n && size % 1000n === 0n && milli % size === 0n;
  } catch {
    return false;
  }
}

/** Whether a resource belongs to Kubernetes: it has no domain, or one of `kubernetes.io`. */
export function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

function isStandard(name: string): boolean {
  return STANDARD_RESOURCES.has(name) || name.startsWith(HUGE_PAGES);
}

/** Extended resources have integer quantities. */
export function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0;
}

/** Whether limits may exceed the capacity of a node. */
export function isOvercommittable(name: string): boolean {
  return !isExtended(name) && !name.startsWith(HUGE_PAGES);
}

/** A limit can stand alone, since a pod's request defaults to it. */
function validateRequest(name: string, request: string, limit: string | undefined, path: string): FieldError[] {
  if (limit === undefined) {
    if (isOvercommittable(name)) return [];
    return [required(fieldPath(path, 'limits'), 'Limit must be set for non overcommitable resources')];
  }
  const field = fieldPath(path, 'requests');
  const order = compareQuantities(parseQuantity(request), parseQuantity(limit));
  if (order === 0) return [];
  if (!isOvercommittable(name)) return [invalid(field, request, `must be equal to ${name} limit of ${limit}`)];
  return order > 0 ? [invalid(field, request, `must be less than or equal to ${name} limit of ${limit}`)] : [];
}

/**
 * Quality of service class of a pod: `Guaranteed` if requests equal limits for both resources, in the pod's own resources
 * or in every container; `BestEffort` if nothing is requested or limited.
 */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const { containers, initContainers = [], resources: own } = spec;
  const all = own === undefined ? [...containers, ...initContainers].map(({ resources }) => resources) : [own];
  if (!all.some(({ limits, requests }) => isCounted(limits) || isCounted(requests))) return 'BestEffort';
  const isGuaranteed = all.every(({ limits = {}, requests = {} }) =>
    COUNTED.every((name) => {
      const [limit, request] = [limits[name] ?? '0', requests[name] ?? limits[name] ?? '0'].map(parseQuantity);
      return (
        limit !== undefined && request !== undefined && limit.milli > 0n && compareQuantities(limit, request) === 0
      );
    }),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function isCounted(amounts: Amounts = {}): boolean {
  return COUNTED.some((name) => {
    const amount = amounts[name];
    return amount !== undefined && parseQuantity(amount).milli > 0n;
  });
}
