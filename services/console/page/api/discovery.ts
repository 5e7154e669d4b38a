import type { Api } from './request.js';

/** A resource that the server serves. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  /** The version that the server prefers. */
  readonly version: string;
  /** Plural name, such as `deployments`. */
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly shortNames: readonly string[];
  readonly subresources: readonly string[];
}

interface DiscoveryList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: { readonly kind?: string };
        readonly scope: 'Namespaced' | 'Cluster';
        readonly verbs?: readonly string[];
        readonly shortNames?: readonly string[];
        readonly subresources?: readonly { readonly subresource: string }[];
      }[];
    }[];
  }[];
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** All resources that can be listed or created, each in the first version that has it. */
export async function discover(api: Api, signal: AbortSignal): Promise<readonly Resource[]> {
  const lists = await Promise.all(
    ['/api', '/apis'].map((path) => api.json<DiscoveryList>({ path, accept: AGGREGATED, signal })),
  );
  return lists.flatMap(resourcesIn);
}

/** The resources of aggregated discovery. */
export function resourcesIn({ items = [] }: DiscoveryList): readonly Resource[] {
  return items.flatMap(({ metadata, versions = [] }) => {
    const found = new Map<string, Resource>();
    for (const { version, resources = [] } of versions) {
      for (const { resource: name, responseKind, scope, verbs = [], shortNames = [], subresources = [] } of resources) {
        if (found.has(name)) continue;
        found.set(name, {
          group: metadata?.name ?? '',
          version,
          name,
          kind: responseKind?.kind ?? name,
          namespaced: scope === 'Namespaced',
          verbs: new Set(verbs),
          shortNames,
          subresources: subresources.map(({ subresource }) => subresource),
        });
      }
    }
    return [...found.values()];
  });
}

/** Path of a resource's collection; of all namespaces when none is given. */
export function collectionPath({ group, version, name, namespaced }: Resource, namespace = ''): string {
  const base = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${base}${scope}/${name}`;
}

export function objectPath(resource: Resource, { namespace, name }: { namespace?: string; name: string }): string {
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}

/** Such as `deployments.apps`. */
export function resourceName({ name, group }: Pick<Resource, 'name' | 'group'>): string {
  return group === '' ? name : `${name}.${group}`;
}
