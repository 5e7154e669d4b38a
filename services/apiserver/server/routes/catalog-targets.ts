import { differences, keyed, memoised } from '@pilothouse/apimachinery/changing/changing.js';
import { storedTargets, virtualTargets, type Target } from '../../endpoints/resources.js';
import type { Scope } from '../../endpoints/scope.js';
import type { VirtualScope } from '../../endpoints/virtual.js';
import type { Catalog, CatalogSnapshot } from '../../registry/catalog.js';
import type { ResourceDefinition, VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import type { IsServed } from '../../registry/served.js';
import type { Routes } from './router.js';

export interface CatalogTargetsOptions {
  readonly catalog: Pick<Catalog, 'current'>;
  readonly isServed: IsServed;
  /** Served virtual kinds of a snapshot. */
  readonly virtualOf: (snapshot: CatalogSnapshot) => readonly VirtualResource[];
  /** A scope for each version of a resource. */
  readonly scopesOf: (definition: ResourceDefinition) => readonly Scope[];
  readonly virtualScopeOf: (definition: VirtualResource) => VirtualScope;
}

/** Targets of resource requests. The cost of a catalog change depends only on the kinds that change. */
export function catalogTargets(options: CatalogTargetsOptions): Pick<Routes, 'served' | 'all'> {
  const { catalog, isServed, virtualOf, scopesOf, virtualScopeOf } = options;
  const maps = { all: new Map<string, Target>(), served: new Map<string, Target>() };

  function follow<Kind extends object>(targetsOf: (kind: Kind) => readonly Entry[]): (kinds: readonly Kind[]) => void {
    const entriesOf = keyed(targetsOf);
    const compare = differences<Kind>();
    return (kinds) => {
      const { came, left } = compare(kinds);
      for (const { path } of left.flatMap(entriesOf)) for (const map of Object.values(maps)) map.delete(path);
      for (const { path, target, isOpen } of came.flatMap(entriesOf)) {
        maps.all.set(path, target);
        if (isOpen) maps.served.set(path, target);
      }
    };
  }

  const isScopeServed = ({ resource: { definition, version } }: Scope): boolean =>
    isServed(definition.group, version.name, definition.resource);
  const followBuiltIn = follow<ResourceDefinition>((definition) => {
    const scopes = scopesOf(definition);
    return [
      ...open(storedTargets(scopes.filter(isScopeServed))),
      ...hidden(storedTargets(scopes.filter((scope) => !isScopeServed(scope)))),
    ];
  });
  const followCustom = follow<ResourceDefinition>((definition) => open(storedTargets(scopesOf(definition))));
  const followVirtual = follow<VirtualResource>((definition) => open(virtualTargets([virtualScopeOf(definition)])));
  const targets = memoised(catalog, (snapshot) => {
    followBuiltIn(snapshot.builtIn);
    followCustom(snapshot.custom);
    followVirtual(virtualOf(snapshot));
    return maps;
  });
  return { served: () => targets().served, all: () => targets().all };
}

interface Entry {
  readonly path: string;
  readonly target: Target;
  /** Whether requests from outside this process can reach it. */
  readonly isOpen: boolean;
}

type Paths = readonly (readonly [path: string, target: Target])[];

function open(paths: Paths): Entry[] {
  return paths.map(([path, target]) => ({ path, target, isOpen: true }));
}

function hidden(paths: Paths): Entry[] {
  return paths.map(([path, target]) => ({ path, target, isOpen: false }));
}
