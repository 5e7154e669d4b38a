import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { discover, type DiscoveredType } from '@pilothouse/client/discover.js';
import { readJson } from '@pilothouse/client/request.js';
import { objectKey, type ResourceType } from '@pilothouse/client/resource-type.js';
import {
  isMigratable,
  metadataPages,
  NOTHING,
  rewrite,
  type Counts,
  type Rewriting,
} from '@pilothouse/controllers/storage-version-migrator/rewrite.js';
import type { CursorFile, Progress } from './migrate-storage-cursor.js';

export interface Migration {
  readonly client: Client;
  /** The URL of the server. Progress with another URL is rejected. */
  readonly server: string;
  /** Resource names as in kubectl, such as `secrets` or `leases.coordination.k8s.io`; all writable ones when empty. */
  readonly resources: readonly string[];
  /** Page size of lists. */
  readonly pageSize: number;
  /** Uses dry-run writes. Progress is neither read nor saved. */
  readonly dryRun: boolean;
  readonly cursor: CursorFile;
  readonly onProgress: (event: MigrationEvent) => void;
  readonly signal: AbortSignal;
}

export type MigrationEvent =
  | { readonly type: 'resumed'; readonly finished: number }
  /** A page of a resource is done. The number of remaining objects may be unknown. */
  | {
      readonly type: 'page';
      readonly resource: string;
      readonly counts: Counts;
      readonly remaining: number | undefined;
    }
  | { readonly type: 'failed'; readonly resource: string; readonly object: string; readonly message: string }
  | { readonly type: 'done'; readonly resource: string; readonly counts: Counts };

/**
 * Rewrites every object that is stored in a version other than the storage version, by an empty patch. Rejects if the
 * server is unreachable; the progress is saved. The counts include failures from before a resume.
 */
export async function migrateStorage(migration: Migration): Promise<Counts> {
  const { client, server, dryRun, cursor, onProgress, signal } = migration;
  const types = await typesOf(client, migration);
  const release = await releaseOf(client, signal);
  const beginning: Progress = { server, release, finished: [], failed: 0 };
  let progress = (dryRun ? undefined : await cursor.load()) ?? beginning;
  if (progress.server !== server) {
    throw new Error(
      `the cursor file belongs to a migration of ${progress.server}; remove it, or use another --cursor-file`,
    );
  }
  // Another release may have stored finished resources in another version.
  if (progress.release !== release) progress = beginning;
  if (progress.finished.length > 0 || progress.current !== undefined) {
    onProgress({ type: 'resumed', finished: progress.finished.length });
  }
  const save = async (next: Progress): Promise<void> => {
    progress = next;
    if (!dryRun) await cursor.save(next);
  };
  const onFailure =
    (resource: string): Rewriting['onFailure'] =>
    (object, { message }) =>
      onProgress({ type: 'failed', resource, object: objectKey(object), message });
  let total: Counts = { ...NOTHING, failed: progress.failed };
  for (const type of types) {
    const resource = qualifiedResource(type);
    const { finished, current } = progress;
    if (finished.includes(resource)) continue;
    let counts = NOTHING;
    const start = current?.resource === resource ? current.continue : undefined;
    for await (const page of metadataPages(type, { ...migration, start })) {
      counts = sum(counts, await rewrite({ ...migration, onFailure: onFailure(resource) }, type, page.items));
      signal.throwIfAborted();
      onProgress({ type: 'page', resource, counts, remaining: page.remaining });
      const failed = total.failed + counts.failed;
      if (page.continue !== undefined)
        await save({ ...beginning, finished, failed, current: { resource, continue: page.continue } });
    }
    total = sum(total, counts);
    await save({ ...beginning, finished: [...finished, resource], failed: total.failed });
    onProgress({ type: 'done', resource, counts });
  }
  if (!dryRun) await cursor.remove();
  return total;
}

/** The release of the server. */
async function releaseOf(client: Client, signal: AbortSignal): Promise<string> {
  const info = await readJson(await client.request({ path: '/version', signal }));
  const release = isObject(info) ? info['gitVersion'] : undefined;
  return typeof release === 'string' ? release : '';
}

/** The selected types, without duplicates. Throws Error for unknown names. */
async function typesOf(client: Client, { resources, signal }: Migration): Promise<ResourceType[]> {
  const { types, errors } = await discover(client, signal);
  const [problem] = errors;
  if (problem !== undefined) throw problem;
  const writable = types.filter(isMigratable);
  const isNamed = ({ type }: DiscoveredType, name: string): boolean =>
    qualifiedResource(type) === name || type.resource === name;
  const unknown = resources.filter((name) => !writable.some((each) => isNamed(each, name)));
  if (unknown.length > 0) {
    const known = writable.map(({ type }) => qualifiedResource(type)).join(', ');
    throw new Error(`the server has no writable resource ${unknown.join(', ')}; available: ${known}`);
  }
  const wanted =
    resources.length === 0 ? writable : writable.filter((each) => resources.some((name) => isNamed(each, name)));
  return wanted.map(({ type }) => type);
}

function sum(a: Counts, b: Counts): Counts {
  return {
    rewritten: a.rewritten + b.rewritten,
    current: a.current + b.current,
    gone: a.gone + b.gone,
    failed: a.failed + b.failed,
  };
}
