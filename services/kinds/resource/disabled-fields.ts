import type { Device, ResourceSliceSpec } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { LISTS } from './attributes.js';

/**
 * Drops fields of feature gates that are off by default in Kubernetes 1.36, unless the old slice uses them: node
 * resources of devices, and lists in attributes.
 */
export function dropDisabledFields({ devices = [] }: ResourceSliceSpec, old: ResourceSliceSpec | undefined): void {
  const before = old?.devices ?? [];
  if (!before.some(({ nodeAllocatableResourceMappings }) => nodeAllocatableResourceMappings !== undefined)) {
    for (const device of devices) delete device.nodeAllocatableResourceMappings;
  }
  if (before.some(hasLists)) return;
  for (const { attributes = {} } of devices) {
    for (const attribute of Object.values(attributes)) for (const name of LISTS) delete attribute[name];
  }
}

function hasLists({ attributes = {} }: Device): boolean {
  return Object.values(attributes).some((attribute) => LISTS.some((name) => attribute[name] !== undefined));
}
