import type { APIGroupList, APIResourceList, APIVersions } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from './client.js';
import { readJson } from './request.js';
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

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Lists the served resource types. Throws if the groups cannot be listed. Errors of single group versions are in `errors`. */
export async function discover(client: Client, signal?: AbortSignal): Promise<Discovery> {
  const errors: Error[] = [];
  const groups = await listGroups(client, errors, signal);
  const failures = new Map<string, unknown>();
  const listed = async (version: GroupVersion): Promise<readonly DiscoveredType[]> =>
    listTypes(client, version, signal).catch((error: unknown) => {
      failures.set(apiVersionOf(version), error);
      return [];
    });
  const lists = await Promise.all(groups.flat().map(listed));
  signal?.throwIfAborted();
  if ([...failures.values()].some(isNotFound)) await dropUnserved(client, failures, signal);
  for (const [version, cause] of failures) {
    errors.push(new Error(`${version}: ${errorMessage(cause)}`, { cause }));
  }
  const types = new Map<string, DiscoveredType>();
  for (const each of lists.flat()) {
    const key = `${each.type.group}/${each.type.resource}`;
    if (!types.has(key)) types.set(key, each);
  }
  return { types: [...types.values()], errors };
}

/** Removes failures of group versions that the server has stopped serving since they were listed. */
async function dropUnserved(
  client: Client,
  failures: Map<string, unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const groups = await listGroups(client, [], signal);
  const listed = new Set(groups.flat().map(apiVersionOf));
  for (const [version, error] of failures) {
    if (isNotFound(error) && !listed.has(version)) failures.delete(version);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound';
}

/** The versions of every group, preferred first. */
async function listGroups(client: Client, errors: Error[], signal: AbortSignal | undefined): Promise<GroupVersion[][]> {
  const [core, named] = await Promise.all([
    read<APIVersions>(client, '/api', signal).catch((cause: unknown): APIVersions => {
      // The core group can be disabled. The other groups are still listed.
      if (!(cause instanceof StatusError) || cause.reason !== 'NotFound') throw cause;
      errors.push(new Error(`v1: ${cause.message}`, { cause }));
      return { versions: [], serverAddressByClientCIDRs: [] };
    }),
    read<APIGroupList>(client, '/apis', signal),
  ]);
  const coreGroup = core.versions.map((version) => ({ group: '', version }));
  const namedGroups = named.groups.map(({ name, versions, preferredVersion }) => {
    const preferred = preferredVersion.version;
    const others = versions.map(({ version }) => version).filter((version) => version !== preferred);
    return [preferred, ...others].map((version) => ({ group: name, version }));
  });
  return [coreGroup, ...namedGroups];
}

/** The resource types of a group version, without subresources. Throws a 404 StatusError if it is not served. */
export async function listTypes(
  client: Client,
  version: GroupVersion,
  signal?: AbortSignal,
): Promise<DiscoveredType[]> {
  const { resources } = await read<Nullable<APIResourceList>>(client, versionPath(version), signal);
  return (resources ?? [])
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs }) => ({
      type: { ...version, resource: name, kind, scope: namespaced ? 'Namespaced' : 'Cluster' },
      verbs,
    }));
}

/** Aggregated API servers may encode an empty list as null. */
type Nullable<T> = { readonly [Field in keyof T]: T[Field] | null };

async function read<T>(client: Client, path: string, signal: AbortSignal | undefined): Promise<T> {
  return (await readJson(await client.request({ path, ...(signal && { signal }) }))) as unknown as T;
}
