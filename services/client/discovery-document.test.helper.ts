import type { APIGroupDiscovery, APIGroupDiscoveryList } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';

/** The resources of a group version by name; a name with `*` is cluster-scoped. */
export type Verbs = Readonly<Record<string, readonly string[]>>;

/** A document of aggregated discovery. */
export function discoveryDocument(...items: APIGroupDiscovery[]): APIGroupDiscoveryList {
  return { metadata: {}, items };
}

/** A group with versions in the order of preference. The server of a version without resources is unavailable. */
export function discoveredGroup(
  name: string,
  versions: Readonly<Record<string, Verbs | undefined>>,
): APIGroupDiscovery {
  return {
    metadata: { name },
    versions: Object.entries(versions).map(([version, resources]) =>
      resources === undefined
        ? { version, freshness: 'Stale' }
        : { version, resources: Object.entries(resources).map(resourceOf) },
    ),
  };
}

function resourceOf([name, verbs]: [string, readonly string[]]) {
  const resource = name.replace('*', '');
  const kind = `${resource.charAt(0).toUpperCase()}${resource.slice(1, -1)}`;
  const scope = name === resource ? 'Namespaced' : 'Cluster';
  return { resource, singularResource: '', scope, responseKind: { group: '', version: '', kind }, verbs: [...verbs] };
}
