import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { APIVersionDiscovery } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import type { OpenApiPart } from '@pilothouse/apimachinery/openapi/v2-part.js';
import type { ResourceDefinition, VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import type { Handler } from '../request/context.js';

/** An immutable snapshot of the served kinds, each list in the order of discovery. */
export interface CatalogSnapshot {
  readonly builtIn: readonly ResourceDefinition[];
  /** Custom kinds, with all versions served. */
  readonly custom: readonly ResourceDefinition[];
  readonly virtual: readonly VirtualResource[];
  /** Group versions of extension API servers. Those of kinds in this snapshot are not served. */
  readonly remote: readonly RemoteVersion[];
}

/** A group version that an extension API server serves. */
export interface RemoteVersion {
  readonly group: string;
  readonly version: string;
  readonly discovery: APIVersionDiscovery;
  /** Path and query of the OpenAPI v3 document; absent if there is none. */
  readonly openApi?: string;
  /** Its part of the OpenAPI v2 document; absent if it has not been read. */
  readonly openApiV2?: OpenApiPart;
  /** Of the group: `spec.groupPriorityMinimum`. */
  readonly priority: number;
  /** Forwards a request. */
  readonly answer: Handler;
}

/**
 * The single source of the served kinds. Everything that depends on them (routes, discovery, OpenAPI, metrics,
 * admission) derives from the current snapshot. A request uses one snapshot throughout.
 */
export interface Catalog extends Changing<CatalogSnapshot> {
  /** Consumers detect an unchanged kind by the identity of its definition, and reuse what they derived from it. */
  readonly setCustom: (custom: readonly ResourceDefinition[]) => void;
  readonly setRemote: (remote: readonly RemoteVersion[]) => void;
}

export function createCatalog(fixed: Pick<CatalogSnapshot, 'builtIn' | 'virtual'>): Catalog {
  const { current, onChange, set } = changing<CatalogSnapshot>({ ...fixed, custom: [], remote: [] });
  return {
    current,
    onChange,
    setCustom: (custom) => set({ ...current(), custom }),
    setRemote: (remote) => set({ ...current(), remote }),
  };
}

/** All kinds whose objects are stored. */
export function storedKinds({ current }: Pick<Catalog, 'current'>): readonly ResourceDefinition[] {
  const { builtIn, custom } = current();
  return custom.length === 0 ? builtIn : [...builtIn, ...custom];
}
