import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { ResourceDefinition, VirtualResource } from '@pilothouse/kinds/definition/definition.js';

/** The kinds of the API at one moment, each list in the order of discovery. A snapshot never changes. */
export interface CatalogSnapshot {
  readonly builtIn: readonly ResourceDefinition[];
  /** Kinds that users define. All their versions are served. */
  readonly custom: readonly ResourceDefinition[];
  readonly virtual: readonly VirtualResource[];
}

/**
 * The one list of what there is to serve. Everything that depends on the kinds (routes, discovery, OpenAPI, metrics, admission)
 * derives from the current snapshot. A request works with one snapshot to its end.
 */
export interface Catalog extends Changing<CatalogSnapshot> {
  /** Consumers recognise an unchanged kind by the identity of its definition, and keep what they derived from it. */
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
