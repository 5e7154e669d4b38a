import type { Pod, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionRule, Operation } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionAttributes } from '../attributes.js';

/** A rule for pods and the given subresources. */
export function podRule(operations: readonly Operation[], ...subresources: readonly string[]): AdmissionRule {
  const resources = ['pods', ...subresources.map((name) => `pods/${name}`)];
  return { operations, groups: [''], versions: ['*'], resources, scope: 'Namespaced' };
}

/** Whether the write is to a pod itself, or to the given subresource. */
export function isOfPod({ resource, subresource: written }: AdmissionAttributes, subresource = ''): boolean {
  return resource.group === '' && resource.resource === 'pods' && written === subresource;
}

/** The object as a pod. The API server decodes objects by their schema before admission. */
export function podOf(object: JsonObject): Pod & { readonly spec: PodSpec } {
  const pod = object as unknown as Pod;
  return pod.spec === undefined ? { ...pod, spec: { containers: [] } } : { ...pod, spec: pod.spec };
}

/** The pod with the given fields in its spec. */
export function withSpec(object: JsonObject, fields: Partial<PodSpec>): JsonObject {
  return { ...object, spec: { ...(object['spec'] as JsonObject), ...(fields as unknown as JsonObject) } };
}
