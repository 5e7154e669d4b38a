import type {
  APIGroupDiscovery,
  APIGroupDiscoveryList,
  APIVersionDiscovery,
} from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import type { APIResourceList } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from './client.js';
import { readJson, readPlainJson } from './request.js';
import { apiVersionOf, versionPath, type ResourceType } from './resource-type.js';

/** A served resource type with its verbs. */
export interface DiscoveredType {
  readonly type: ResourceType;
  /** Such as `list`, `delete` and `deletecollection`. */
  readonly verbs: readonly string[];
}

export interface Discovery {
  /** Each resource once per group, in the preferred version if that has it. Subresources are omitted. */
  readonly types: readonly DiscoveredType[];
  /** Errors of single group versions, each with the prefix `apps/v1: `. */
  readonly errors: readonly Error[];
}

/**
 * Lists the served resource types by aggregated discovery, in two requests. Throws if the groups cannot be listed. Errors of single
 * group versions are in `errors`.
 */
export async function discover(client: Client, signal?: AbortSignal): Promise<Discovery> {
  const errors: Error[] = [];
  const accept = `application/json;g=${client.domain.group('apidiscovery')};v=v2;as=APIGroupDiscoveryList`;
  const groupsAt = async (path: string): Promise<readonly APIGroupDiscovery[]> => {
    const response = await client.request({ path, accept, ...(signal && { signal }) });
    return ((await readPlainJson(response)) as unknown as APIGroupDiscoveryList).items;
  };
  const [core, named] = await Promise.all([
    groupsAt('/api').catch((cause: unknown) => {
      // The core group can be disabled. The other groups are still listed.
      if (!(cause instanceof StatusError) || cause.reason !== 'NotFound') throw cause;
      errors.push(new Error(`v1: ${cause.message}`, { cause }));
      return [];
    }),
    groupsAt('/apis'),
  ]);
  const types = new Map<string, DiscoveredType>();
  for (const { metadata, versions = [] } of [...core, ...named]) {
    const { name: group = '' } = metadata;
    for (const each of versions) {
      const apiVersion = apiVersionOf({ group, version: each.version });
      // The server of the group version is unavailable (Kubernetes' text).
      if (each.freshness === 'Stale') errors.push(new Error(`${apiVersion}: stale GroupVersion discovery`));
      else addTypes(types, group, each);
    }
  }
  return { types: [...types.values()], errors };
}

function addTypes(types: Map<string, DiscoveredType>, group: string, served: APIVersionDiscovery): void {
  const { version, resources = [] } = served;
  for (const { resource, responseKind, scope, verbs } of resources) {
    const key = `${group}/${resource}`;
    if (types.has(key)) continue;
    const kind = responseKind?.kind ?? '';
    types.set(key, {
      type: { group, version, resource, kind, scope: scope === 'Namespaced' ? 'Namespaced' : 'Cluster' },
      verbs,
    });
  }
}

/** The resource types of a group version, without subresources. Throws a 404 StatusError if it is not served. */
export async function listTypes(
  client: Client,
  version: { readonly group: string; readonly version: string },
  signal?: AbortSignal,
): Promise<DiscoveredType[]> {
  const response = await client.request({ path: versionPath(version), ...(signal && { signal }) });
  const { resources } = (await readJson(response)) as unknown as Nullable<APIResourceList>;
  return (resources ?? [])
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs }) => ({
      type: { ...version, resource: name, kind, scope: namespaced ? 'Namespaced' : 'Cluster' },
      verbs,
    }));
}

/** Extension API servers may encode an empty list as null. */
type Nullable<T> = { readonly [Field in keyof T]: T[Field] | null };
