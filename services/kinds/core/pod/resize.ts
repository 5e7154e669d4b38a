import {
  podSpecSchema,
  type Container,
  type Pod,
  type PodSpec,
  type ResourceRequirements,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { withMembersOf } from '../../definition/copy-members.js';
import { countGeneration } from '../../definition/count-generation.js';
import type { PartSubresource } from '../../definition/definition.js';
import { qosClassOf, type Amounts } from './amounts.js';
import { isSidecar } from './containers.js';
import { MIRROR } from './resource-claims.js';
import { validateSpecOfPod } from './validate-pod.js';

const LISTS = ['containers', 'initContainers'] as const;
const RESIZED = ['resources', 'resizePolicy'] as const;
const OTHER_FIELDS = podSpecSchema.fields
  .map(({ name }) => name)
  .filter((name) => !['containers', 'initContainers', 'resources'].includes(name));

/** The subresource that changes the resources of a running pod. All other changes of the spec are ignored. */
export const resize: PartSubresource<Pod> = {
  type: 'part',
  verbs: ['get', 'update', 'patch'],
  prepareForUpdate(pod, old) {
    pod.status = old.status;
    pod.metadata = withMembersOf(old.metadata, pod.metadata, ['managedFields', 'resourceVersion']);
    const areSame = LISTS.every((list) => (pod.spec[list] ?? []).length === (old.spec[list] ?? []).length);
    // Validation names the containers that were added or removed.
    if (areSame) pod.spec = withResources(pod.spec, old.spec);
    countGeneration(pod, old, !deepEqual(pod.spec, old.spec));
  },
  resetFields: fieldPaths([['status'], ['metadata'], ...OTHER_FIELDS.map((name) => ['spec', name])]),
  validate: validateResize,
};

/** The old spec with the resources and resize policies of the new one. */
function withResources(spec: PodSpec, old: PodSpec): PodSpec {
  const kept = withMembersOf(old, spec, ['resources']);
  for (const list of LISTS) {
    const before = old[list];
    const after = spec[list] ?? [];
    if (before === undefined || after.some(({ name }, index) => name !== before[index]?.name)) {
      if (after.length > 0) kept[list] = after;
      continue;
    }
    kept[list] = before.map((container, index) => withMembersOf(container, after[index] ?? container, RESIZED));
  }
  return kept;
}

/** Kubernetes' ValidatePodResize. */
function validateResize(pod: Pod, old: Pod): FieldError[] {
  if (old.metadata.annotations?.[MIRROR] !== undefined) return [forbidden('', 'static pods cannot be resized')];
  if (old.spec.os?.name === 'windows') return [forbidden('', 'windows pods cannot be resized')];
  const errors = validateSpecOfPod(pod);
  if ((old.status.qosClass ?? qosClassOf(old.spec)) !== qosClassOf(pod.spec)) {
    const text = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalid('spec', pod.status.qosClass ?? '', text));
  }
  if (!isSupported(old)) errors.push(forbidden('spec', 'Pod running on node without support for resize'));
  errors.push(...validatePodLevel(pod.spec.resources, old.spec.resources));
  if ((old.status.nodeAllocatableResourceClaimStatuses ?? []).length > 0) {
    errors.push(forbidden('spec', 'pods with node allocatable resource claims cannot be resized'));
  }
  const order = validateOrder(pod.spec, old.spec);
  if (order.length > 0) return [...errors, ...order];
  return [
    ...errors,
    ...LISTS.toReversed().flatMap((list) => validateRemoved(pod.spec[list] ?? [], old.spec[list] ?? [], list)),
    ...validateContainers(pod.spec.containers, old.spec.containers),
    ...validateInitContainers(pod.spec.initContainers ?? [], old.spec.initContainers ?? []),
  ];
}

/** A node that reports the resources of running containers can resize them. */
function isSupported({ status: { containerStatuses = [] } }: Pod): boolean {
  const running = containerStatuses.find(({ state }) => state.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

function validateOrder(spec: PodSpec, old: PodSpec): FieldError[] {
  return LISTS.flatMap((list) => {
    const before = old[list] ?? [];
    const field = fieldPath('spec', list);
    if ((spec[list] ?? []).length !== before.length) {
      return [forbidden(field, `${list} may not be added or removed on resize`)];
    }
    return eachError(spec[list] ?? [], ({ name }, index) => {
      const place = fieldPath(keyPath(field, index), 'name');
      return name === before[index]?.name
        ? []
        : [forbidden(place, `${list} may not be renamed or reordered on resize`)];
    });
  });
}

const KINDS = ['requests', 'limits'] as const;

function isRemoved(after: Amounts = {}, before: Amounts = {}): boolean {
  return Object.keys(before).some((name) => after[name] === undefined);
}

function validateRemoved(containers: readonly Container[], old: readonly Container[], list: string): FieldError[] {
  return eachError(containers, ({ resources }, index) => {
    const field = fieldPath(keyPath(fieldPath('spec', list), index), 'resources');
    return KINDS.filter((kind) => isRemoved(resources[kind], old[index]?.resources[kind])).map((kind) =>
      forbidden(fieldPath(field, kind), `resource ${kind} cannot be removed`),
    );
  });
}

function validatePodLevel(
  after: ResourceRequirements | undefined,
  before: ResourceRequirements | undefined,
): FieldError[] {
  if (before === undefined && after === undefined) return [];
  if (before !== undefined && after === undefined) {
    return [forbidden('spec.resources', 'pod-level resources cannot be removed')];
  }
  const errors = KINDS.filter((kind) => isRemoved(after?.[kind], before?.[kind])).map((kind) =>
    forbidden(`spec.resources.${kind}`, `pod-level resource ${kind} cannot be removed`),
  );
  if (!isSameBut(after, before)) {
    errors.push(forbidden('spec', 'only cpu and memory resources are mutable at pod-level'));
  }
  return errors;
}

const RESIZABLE = new Set(['cpu', 'memory']);

/** Whether nothing but amounts of CPU and memory differs. */
function isSameBut(after: ResourceRequirements = newObject(), before: ResourceRequirements = newObject()): boolean {
  const fixed = (amounts: Amounts = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZABLE.has(name)));
  return (
    KINDS.every((kind) => deepEqual(fixed(after[kind]), fixed(before[kind]))) &&
    deepEqual(after.claims ?? [], before.claims ?? [])
  );
}

function isContainerSame(container: Container, old: Container): boolean {
  return isSameBut(container.resources, old.resources) && deepEqual(withMembersOf(container, old, ['resources']), old);
}

function validateContainers(containers: readonly Container[], before: readonly Container[]): FieldError[] {
  return eachError(containers, (container, index) => {
    const old = before[index];
    if (old === undefined || isContainerSame(container, old)) return [];
    return [forbidden('spec', 'only cpu and memory resources are mutable')];
  });
}

function validateInitContainers(containers: readonly Container[], before: readonly Container[]): FieldError[] {
  return eachError(containers, (container, index) => {
    const old = before[index];
    if (old === undefined || deepEqual(container, old)) return [];
    const field = keyPath('spec.initContainers', index);
    const errors: FieldError[] = [];
    if (!isContainerSame(container, old)) {
      errors.push(forbidden(field, 'only cpu and memory resources for init or sidecar containers are mutable'));
    }
    const restarts = (container.resizePolicy ?? []).some(({ restartPolicy }) => restartPolicy === 'RestartContainer');
    if (!isSidecar(container) && restarts) {
      const text = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
      errors.push(forbidden(field, text));
    }
    return errors;
  });
}
