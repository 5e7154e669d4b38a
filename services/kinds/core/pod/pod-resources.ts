import type { PodSpec, ResourceRequirements } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityText,
  type Quantity,
} from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { HUGE_PAGES, resourceProblems, validateResources, type Amounts } from './amounts.js';
import { isSidecar } from './containers.js';
import { claimNames, validateClaimNames } from './resource-claims.js';

const SUPPORTED = ['cpu', 'memory'];

/** Whether the resource is allowed at pod level. */
export function isPodLevel(name: string): boolean {
  return SUPPORTED.includes(name) || name.startsWith(HUGE_PAGES);
}

type Sums = Map<string, Quantity>;

function add(sums: Sums, amounts: Amounts = {}): void {
  for (const [name, text] of Object.entries(amounts)) {
    const amount = parseQuantity(text);
    const sum = sums.get(name);
    sums.set(name, sum === undefined ? amount : addQuantities(amount, sum));
  }
}

function raise(sums: Sums, others: Sums): void {
  for (const [name, amount] of others) {
    const sum = sums.get(name);
    if (sum === undefined || compareQuantities(amount, sum) > 0) sums.set(name, amount);
  }
}

/**
 * The maximum that the containers of a pod use together at any time (Kubernetes' AggregateContainerRequests): regular
 * containers with sidecars, or an init container with the sidecars before it.
 */
export function aggregate({ containers, initContainers = [] }: PodSpec, kind: 'requests' | 'limits'): Sums {
  const total: Sums = new Map();
  for (const { resources } of containers) add(total, resources[kind]);
  const sidecars: Sums = new Map();
  const starting: Sums = new Map();
  for (const container of initContainers) {
    const amounts = container.resources[kind];
    if (isSidecar(container)) {
      add(total, amounts);
      add(sidecars, amounts);
      raise(starting, sidecars);
    } else {
      const beside: Sums = new Map(sidecars);
      add(beside, amounts);
      raise(starting, beside);
    }
  }
  raise(total, starting);
  return total;
}

/** Sets default limits of huge pages and default requests of a pod with pod-level resources. */
export function setPodResourceDefaults(spec: PodSpec): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const { limits = {}, requests = {} } = resources;
  const hasAny = Object.keys(limits).length + Object.keys(requests).length > 0;
  const pages = hasAny ? [...aggregate(spec, 'limits')].filter(([name]) => name.startsWith(HUGE_PAGES)) : [];
  fill(
    resources,
    'limits',
    pages.filter(([name]) => requests[name] === undefined),
  );
  if (Object.keys(resources.limits ?? {}).length === 0) return;
  const overcommitted = [...aggregate(spec, 'requests')].filter(([name]) => SUPPORTED.includes(name));
  fill(resources, 'requests', overcommitted);
  const rest = Object.entries(resources.limits ?? {}).filter(([name]) => isPodLevel(name));
  fill(
    resources,
    'requests',
    rest.map(([name, text]) => [name, parseQuantity(text)]),
  );
}

function fill(
  resources: ResourceRequirements,
  kind: 'requests' | 'limits',
  defaults: readonly (readonly [string, Quantity])[],
): void {
  const missing = defaults.filter(([name]) => resources[kind]?.[name] === undefined);
  if (missing.length === 0) return;
  const added = Object.fromEntries(missing.map(([name, amount]) => [name, quantityText(amount)]));
  resources[kind] = Object.assign(newObject() as Record<string, string>, resources[kind], added);
}

/** Validates the resources of a pod against those of its containers (validatePodResources). */
export function validatePodResources(spec: PodSpec, path: string): FieldError[] {
  const { resources, os, containers } = spec;
  const field = fieldPath(path, 'resources');
  if (resources === undefined) return [];
  if (os?.name === 'windows') return [forbidden(field, 'may not be set for a windows pod')];
  const { limits = {}, requests = {} } = resources;
  return [
    ...(resources.claims === undefined
      ? []
      : [forbidden(fieldPath(field, 'claims'), 'claims may not be set for Resources at pod-level')]),
    ...validateClaimNames(resources.claims ?? [], claimNames(spec), fieldPath(field, 'claims')),
    ...validateResources({ limits, requests }, field, podResourceName),
    ...tooSmall(aggregate(spec, 'requests'), requests, fieldPath(field, 'requests'), 'requests'),
    ...tooSmall(hugePagesOf(aggregate(spec, 'limits')), limits, fieldPath(field, 'limits'), 'limits'),
    ...eachError(containers, ({ resources: own }, index) =>
      eachError(Object.entries(own.limits ?? {}), ([name, limit]) => {
        const most = limits[name];
        if (most === undefined || compareQuantities(parseQuantity(limit), parseQuantity(most)) <= 0) return [];
        // Kubernetes reports the container below the resources.
        const place = keyPath(keyPath(fieldPath(field, 'containers'), index), name);
        return [invalid(fieldPath(place, 'limits'), limit, `must be less than or equal to pod limits of ${most}`)];
      }),
    ),
  ];
}

function podResourceName(name: string, field: string): FieldError[] {
  const problems = resourceProblems(name);
  if (problems.length > 0) return invalidEach(field, name, problems);
  return isPodLevel(name) ? [] : [notSupported(field, name, ['cpu', 'hugepages-', 'memory'])];
}

function hugePagesOf(sums: Sums): Sums {
  return new Map([...sums].filter(([name]) => name.startsWith(HUGE_PAGES)));
}

function tooSmall(sums: Sums, amounts: Amounts, field: string, kind: 'requests' | 'limits'): FieldError[] {
  return eachError(sums, ([name, sum]) => {
    const amount = amounts[name];
    if (amount === undefined || compareQuantities(sum, parseQuantity(amount)) <= 0) return [];
    const text = `must be greater than or equal to aggregate container ${kind} of ${quantityText(sum)}`;
    return [invalid(keyPath(field, name), amount, text)];
  });
}
