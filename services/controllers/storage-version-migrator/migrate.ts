import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import { qualifiedResource, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { discover, type DiscoveredType } from '@pilothouse/client/discover.js';
import { objectKey, type ApiObject, type ResourceType } from '@pilothouse/client/resource-type.js';
import type { ControllerContext } from '../controller.js';
import { isMigratable, isTransient, metadataPages, rewrite } from './rewrite.js';

/** What a migration needs of the context of its controller. */
export type MigrationContext = Pick<ControllerContext, 'client' | 'signal' | 'now'>;

/** The type to migrate, why it can never be migrated, or that it may be served soon. */
export type Target =
  | { readonly type: 'found'; readonly resource: ResourceType }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'awaited' };

/** Names and versions of objects only, so that a page takes little memory. */
const PAGE_SIZE = 500;
/**
 * Milliseconds after the creation of a migration for which its resource may be missing, because its definition may be new. Kubernetes
 * waits for a minute, because its discovery is cached.
 */
const GRACE = 10_000;
/** Versions of objects of extension API servers may have another form. */
const IS_VERSION = /^[1-9]\d*$/;

/** Finds the type of a migration. Throws if discovery of its group fails. */
export async function findTarget(
  { client, signal, now }: MigrationContext,
  { metadata, spec }: StorageVersionMigration,
): Promise<Target> {
  const { group, resource } = spec.resource;
  const { types, errors } = await discover(client, signal);
  const found = types.find(({ type }) => type.group === group && type.resource === resource);
  if (found !== undefined) return targetOf(found);
  const failure = errors.find(({ message }) => message.startsWith(group === '' ? 'v1:' : `${group}/`));
  if (failure !== undefined) throw failure;
  const age = now().getTime() - Date.parse(metadata.creationTimestamp ?? '');
  if (age < GRACE) return { type: 'awaited' };
  return { type: 'refused', message: `the server has no resource ${qualifiedResource(spec.resource)}` };
}

function targetOf(found: DiscoveredType): Target {
  if (isMigratable(found)) return { type: 'found', resource: found.type };
  return { type: 'refused', message: `${qualifiedResource(found.type)} cannot be listed and patched` };
}

/** The present version of a resource, or why there is none. */
export async function presentVersion(
  { client, signal }: MigrationContext,
  resource: ResourceType,
): Promise<{ readonly version: string } | { readonly message: string }> {
  return orMessage(async () => {
    const { resourceVersion: version } = await client.metadataOf(resource).list({ limit: 1, signal });
    return IS_VERSION.test(version)
      ? { version }
      : {
          message: `${qualifiedResource(resource)} have the version ${JSON.stringify(version)}, which is not a number`,
        };
  });
}

/**
 * Rewrites all objects that were last written at `version` or before. Later writes have stored the others in the present form, which
 * includes the writes of this migration before a restart. Resolves to why the migration fails, or to undefined. Ends after a page
 * with an object that cannot be written. Throws if the server fails, so that the migration is repeated.
 */
export async function rewriteOlder(
  { client, signal }: MigrationContext,
  resource: ResourceType,
  { version, isCancelled }: { readonly version: string; readonly isCancelled: () => boolean },
): Promise<string | undefined> {
  const last = BigInt(version);
  const isOlder = ({ metadata: { resourceVersion = '' } }: ApiObject): boolean =>
    !IS_VERSION.test(resourceVersion) || BigInt(resourceVersion) <= last;
  const result = await orMessage(async () => {
    for await (const { items } of metadataPages(resource, { client, pageSize: PAGE_SIZE, signal })) {
      if (isCancelled()) return undefined;
      let message: string | undefined;
      const onFailure = (object: ApiObject, error: StatusError): void => {
        message ??= `the object ${objectKey(object)} cannot be written: ${error.message}`;
      };
      await rewrite({ client, dryRun: false, onFailure, signal }, resource, items.filter(isOlder));
      if (message !== undefined) return { message };
    }
    return undefined;
  });
  return result?.message;
}

/** The result, or the message of an error of the server that a repetition would not change. */
async function orMessage<Result>(run: () => Promise<Result>): Promise<Result | { readonly message: string }> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof StatusError) || isTransient(error)) throw error;
    return { message: error.message };
  }
}
