import type { Container, Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { compareQuantities, quantityText, type Quantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import type { Amounts } from '../pod/amounts.js';
import { isSidecar } from '../pod/containers.js';
import { aggregate, isPodLevel } from '../pod/pod-resources.js';
import { addLists, readAmounts, type ResourceList } from './resource-list.js';

type Kind = 'requests' | 'limits';

/**
 * The requests or limits of a pod, with its overhead (Kubernetes' PodRequests and PodLimits). During a resize of
 * containers, the maximum of their desired, actual and allocated amounts counts.
 */
export function podAmounts(pod: Pod, kind: Kind): ResourceList {
  const { spec } = pod;
  const total = new Map(aggregate(withEffective(pod, kind), kind));
  for (const [name, amount] of readAmounts(spec.resources?.[kind])) if (isPodLevel(name)) total.set(name, amount);
  const overhead = readAmounts(spec.overhead);
  if (kind === 'requests') return addLists(total, overhead);
  // The overhead is added only to limits that are set.
  return addLists(total, new Map([...overhead].filter(([name]) => (total.get(name)?.milli ?? 0n) !== 0n)));
}

/** The specification with the amounts that are in effect. */
function withEffective({ spec, status }: Pod, kind: Kind): PodSpec {
  const statuses = new Map(
    [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])].map((each) => [each.name, each]),
  );
  const isInfeasible = status.conditions?.some(
    ({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible',
  );
  const effective = (container: Container): Container => {
    const { name, resources } = container;
    const { resources: actual, allocatedResources = {} } = statuses.get(name) ?? {};
    if (actual === undefined) return container;
    const held = [actual[kind] ?? {}, ...(kind === 'requests' ? [allocatedResources] : [])];
    const amounts = greatest(isInfeasible === true ? held : [resources[kind] ?? {}, ...held]);
    return { ...container, resources: { ...resources, [kind]: amounts } };
  };
  return {
    ...spec,
    containers: spec.containers.map(effective),
    ...(spec.initContainers && {
      initContainers: spec.initContainers.map((each) => (isSidecar(each) ? effective(each) : each)),
    }),
  };
}

function greatest(lists: readonly Amounts[]): Record<string, string> {
  const result = new Map<string, Quantity>();
  for (const list of lists) {
    for (const [name, amount] of readAmounts(list)) {
      const before = result.get(name);
      if (before === undefined || compareQuantities(amount, before) > 0) result.set(name, amount);
    }
  }
  return Object.fromEntries([...result].map(([name, amount]) => [name, quantityText(amount)]));
}
