import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { ServedDefinition, VirtualResource } from './definition.js';

export interface VirtualOptions {
  readonly group: string;
  readonly kind: string;
  readonly scope: VirtualResource['scope'];
  readonly schema: StructSchema;
}

/** A virtual resource in its one version, `v1`. Its names come from its kind. */
export function virtualResource({ group, kind, scope, schema }: VirtualOptions): VirtualResource {
  const singular = kind.toLowerCase();
  return {
    virtual: true,
    group,
    versions: [{ name: 'v1', schema }],
    resource: `${singular}s`,
    singular,
    kind,
    shortNames: [],
    categories: [],
    scope,
    verbs: ['create'],
    subresources: {},
  };
}

export function isVirtual(definition: ServedDefinition): definition is VirtualResource {
  return 'virtual' in definition;
}
