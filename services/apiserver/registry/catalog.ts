import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { ResourceDefinition, VirtualResource } from '@pilothouse/kinds/definition/definition.js';

/** An immutable snapshot of the served kinds, each list in the order of discovery. */
export interface CatalogSnapshot {
  readonly builtIn: readonly ResourceDefinition[];
  /** Custom kinds, with all versions served. */
  readonly custom: readonly ResourceDefinition[];
  readonly virtual: readonly VirtualResource[];
}

/**
 * The single source of the served kinds. Everything that depends on them (routes, discovery, OpenAPI, metrics,
 * admission) derives from the current snapshot. A request uses one snapshot throughout.
 */
export interface Catalog extends Changing<CatalogSnapshot> {
  /** Consumers detect an unchanged kind by the identity of its definition, and reuse what they derived from it. */
  readonly setCustom: (custom: readonly ResourceDefinition[]) => void;
}

export function createCatalog(fixed: Pick<CatalogSnapshot, 'builtIn' | 'virtual'>): Catalog {
  const { current, onChange, set } = changing<CatalogSnapshot>({ ...fixed, custom: [] });
  return { current, onChange, setCustom: (custom) => set({ ...fixed, custom }) };
}

/** All kinds whose objects are stored. */
export function storedKinds({ current }: Pick<Catalog, 'current'>): readonly ResourceDefinition[] {
  const { builtIn, custom } = current();
  return custom.length === 0 ? builtIn : [...builtIn, ...custom];
}
