import type { ResourceNames } from '@pilothouse/apimachinery/schema/resource-names.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { VirtualAction } from './action.js';
import type { ServedDefinition, VirtualResource } from './definition.js';

export interface VirtualOptions {
  readonly group: string;
  readonly names: ResourceNames;
  readonly schema: StructSchema;
  readonly perform: VirtualAction;
}

/** A virtual resource in its one version, `v1`. */
export function virtualResource({ group, names, schema, perform }: VirtualOptions): VirtualResource {
  return {
    virtual: true,
    group,
    versions: [{ name: 'v1', schema }],
    ...names,
    verbs: ['create'],
    perform,
    subresources: {},
  };
}

/** A virtual resource that asks about users or permissions, and has no effect. */
export function reviewResource(options: VirtualOptions): VirtualResource {
  return { ...virtualResource(options), bypassesUnreachedAdmission: true };
}

export function isVirtual(definition: ServedDefinition): definition is VirtualResource {
  return 'virtual' in definition;
}
