import type { Container, EphemeralContainer, Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionRule, Operation, Review } from '@pilothouse/runtime/admission-api/service.js';

/** Writes of pods themselves, and of those subresources. */
export function podRule(operations: readonly Operation[], ...subresources: readonly string[]): AdmissionRule {
  const resources = ['pods', ...subresources.map((name) => `pods/${name}`)];
  return { operations, groups: [''], versions: ['*'], resources, scope: 'Namespaced' };
}

/** Whether the write is one of a pod itself, or of the subresource. */
export function isOfPod({ resource, subresource: written }: Review, subresource = ''): boolean {
  return resource.group === '' && resource.resource === 'pods' && written === subresource;
}

/** The API server asks only about objects that have their type's form. */
export function podOf(object: JsonObject): Pod & { readonly spec: PodSpec } {
  const pod = object as unknown as Pod;
  return pod.spec === undefined ? { ...pod, spec: { containers: [] } } : { ...pod, spec: pod.spec };
}

/** The pod with other values in those fields of its spec. */
export function withSpec(object: JsonObject, fields: Partial<PodSpec>): JsonObject {
  return { ...object, spec: { ...(object['spec'] as JsonObject), ...(fields as unknown as JsonObject) } };
}

/** Containers of every kind, with the words by which Kubernetes' messages tell them apart. */
export function allContainers({
  initContainers = [],
  containers,
  ephemeralContainers = [],
}: PodSpec): readonly NamedContainer[] {
  const named =
    (what: string) =>
    (container: Container | EphemeralContainer): NamedContainer => ({ what, container });
  return [
    ...initContainers.map(named('init container')),
    ...containers.map(named('container')),
    ...ephemeralContainers.map(named('ephemeral container')),
  ];
}

export interface NamedContainer {
  readonly what: string;
  readonly container: Container | EphemeralContainer;
}
