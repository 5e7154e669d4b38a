import type { Container, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';

/** The lists of containers in a pod, in the order in which Kubernetes visits them. */
export const CONTAINER_LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** A container of any list. Ephemeral containers have the same fields. */
export interface PlacedContainer {
  readonly container: Partial<Container>;
  readonly list: (typeof CONTAINER_LISTS)[number];
  readonly path: string;
}

/** All containers of a pod with their paths. */
export function* containersOf(spec: PodSpec, path: string): Generator<PlacedContainer, void> {
  for (const list of CONTAINER_LISTS) {
    const field = fieldPath(path, list);
    for (const [index, container] of (spec[list] ?? []).entries()) {
      yield { container, list, path: keyPath(field, index) };
    }
  }
}

/** Sidecar: an init container that keeps running beside the regular containers. */
export function isSidecar({ restartPolicy }: Pick<Container, 'restartPolicy'>): boolean {
  return restartPolicy === 'Always';
}
