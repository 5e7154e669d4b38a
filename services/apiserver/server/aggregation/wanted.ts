import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import { differences } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { apiServiceName } from '@pilothouse/kinds/apiregistration/rules.js';
import type { ResourceDefinition, ServedDefinition } from '@pilothouse/kinds/definition/definition.js';
import { servedVersions } from '@pilothouse/kinds/definition/versions.js';
import type { Catalog } from '../../registry/catalog.js';
import { onlyServed, type IsServed } from '../../registry/served.js';
import { builtInPriorities, CUSTOM_PRIORITY, type Priority } from './priorities.js';

/** Value of the label by which the server recognises its own APIServices: synchronised at the start, or always. */
export type Managed = 'onstart' | 'true';

/** An APIService of a group version that this server serves. */
export interface WantedService {
  readonly managed: Managed;
  readonly spec: APIServiceSpec;
}

export interface WantedOptions {
  readonly catalog: Pick<Catalog, 'current' | 'onChange'>;
  readonly domain: Domain;
  readonly isServed: IsServed;
  readonly signal: AbortSignal;
}

/** The APIServices of all served group versions, by name. Follows the catalog. */
export interface WantedServices {
  readonly of: (name: string) => WantedService | undefined;
  readonly names: () => Iterable<string>;
  /** Calls the listener with the names of the APIServices that came or went. */
  readonly onChange: (listener: (names: readonly string[]) => void) => void;
}

export function wantedServices({ catalog, domain, isServed, signal }: WantedOptions): WantedServices {
  const builtIn = builtInServices(catalog, isServed, builtInPriorities(domain));
  const custom = new Map<string, { readonly service: WantedService; kinds: number }>();
  const listeners: ((names: readonly string[]) => void)[] = [];
  const compare = differences<ResourceDefinition>();

  function add(kind: ResourceDefinition, changed: Set<string>): void {
    for (const { name: version } of servedVersions(kind)) {
      const name = apiServiceName(kind.group, version);
      const known = custom.get(name);
      if (known !== undefined) known.kinds += 1;
      else {
        custom.set(name, {
          service: { managed: 'true', spec: specOf(kind.group, version, CUSTOM_PRIORITY) },
          kinds: 1,
        });
        changed.add(name);
      }
    }
  }

  function remove(kind: ResourceDefinition, changed: Set<string>): void {
    for (const { name: version } of servedVersions(kind)) {
      const name = apiServiceName(kind.group, version);
      const known = custom.get(name);
      if (known === undefined) continue;
      known.kinds -= 1;
      if (known.kinds > 0) continue;
      custom.delete(name);
      changed.add(name);
    }
  }

  function follow(): void {
    const changed = new Set<string>();
    const { came, left } = compare(catalog.current().custom);
    for (const kind of came) add(kind, changed);
    for (const kind of left) remove(kind, changed);
    if (changed.size > 0) for (const listener of listeners) listener([...changed]);
  }
  follow();
  catalog.onChange(follow, signal);

  return {
    of: (name) => builtIn.get(name) ?? custom.get(name)?.service,
    names: () => new Set([...builtIn.keys(), ...custom.keys()]),
    onChange: (listener) => void listeners.push(listener),
  };
}

function builtInServices(
  { current }: Pick<Catalog, 'current'>,
  isServed: IsServed,
  priorityOf: (group: string, version: string) => Priority | undefined,
): ReadonlyMap<string, WantedService> {
  const { builtIn, virtual } = current();
  const found = new Map<string, WantedService>();
  for (const { group, versions } of onlyServed<ServedDefinition>([...builtIn, ...virtual], isServed)) {
    for (const { name: version } of versions) {
      const priority = priorityOf(group, version);
      if (priority === undefined) continue;
      found.set(apiServiceName(group, version), { managed: 'onstart', spec: specOf(group, version, priority) });
    }
  }
  return found;
}

/** In the form of a stored object, which omits an empty group. */
function specOf(group: string, version: string, priority: Priority): APIServiceSpec {
  return {
    ...(group !== '' && { group }),
    version,
    groupPriorityMinimum: priority.group,
    versionPriority: priority.version,
  };
}
