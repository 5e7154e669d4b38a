import { isObject, newObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Page } from '@pilothouse/client/collection.js';
import { discover, type DiscoveredType } from '@pilothouse/client/discover.js';
import { readJson } from '@pilothouse/client/request.js';
import { objectKey, type ApiObject, type ResourceType } from '@pilothouse/client/resource-type.js';
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

/** Numbers of objects by result. */
export interface Counts {
  /** Rewritten in the storage version, by the migration or by another client meanwhile. */
  readonly rewritten: number;
  /** Already in the storage version; all of them in a dry run. */
  readonly current: number;
  /** Deleted by another client. */
  readonly gone: number;
  readonly failed: number;
}

const NOTHING: Counts = { rewritten: 0, current: 0, gone: 0, failed: 0 };
/** Concurrent writes. */
const WRITERS = 8;

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
  let total: Counts = { ...NOTHING, failed: progress.failed };
  for (const type of types) {
    const resource = nameOf(type);
    const { finished, current } = progress;
    if (finished.includes(resource)) continue;
    let counts = NOTHING;
    const start = current?.resource === resource ? current.continue : undefined;
    for await (const page of pagesOf(migration, type, start)) {
      counts = sum(counts, await rewrite(migration, type, page.items));
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
  const writable = types.filter(({ verbs }) => ['list', 'patch'].every((verb) => verbs.includes(verb)));
  const isNamed = ({ type }: DiscoveredType, name: string): boolean => nameOf(type) === name || type.resource === name;
  const unknown = resources.filter((name) => !writable.some((each) => isNamed(each, name)));
  if (unknown.length > 0) {
    const known = writable.map(({ type }) => nameOf(type)).join(', ');
    throw new Error(`the server has no writable resource ${unknown.join(', ')}; available: ${known}`);
  }
  const wanted =
    resources.length === 0 ? writable : writable.filter((each) => resources.some((name) => isNamed(each, name)));
  return wanted.map(({ type }) => type);
}

function nameOf({ group, resource }: ResourceType): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** Pages from a continue token on. If the token expires, the list continues inconsistently: new objects have the storage version. */
async function* pagesOf(
  { client, pageSize, signal }: Migration,
  type: ResourceType,
  start: string | undefined,
): AsyncGenerator<Page<ApiObject>> {
  let token = start;
  for (;;) {
    const page = await client
      .all(type)
      .list({ limit: pageSize, signal, ...(token !== undefined && { continue: token }) })
      .catch((error: unknown) => {
        if (error instanceof StatusError && error.reason === 'Expired' && token !== undefined) return error.continue;
        throw error;
      });
    if (typeof page === 'string' || page === undefined) {
      token = page;
      continue;
    }
    yield page;
    token = page.continue;
    if (token === undefined) return;
  }
}

async function rewrite(migration: Migration, type: ResourceType, objects: readonly ApiObject[]): Promise<Counts> {
  const results: (keyof Counts)[] = [];
  const remaining = objects.values();
  let hasFailed = false;
  const write = async (): Promise<void> => {
    for (const object of remaining) {
      if (hasFailed) return;
      try {
        results.push(await rewriteOne(migration, type, object));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  // Waits for all writes before it throws.
  const writers = await Promise.allSettled(Array.from({ length: WRITERS }, write));
  for (const writer of writers) if (writer.status === 'rejected') throw writer.reason;
  return results.reduce((counts, result) => ({ ...counts, [result]: counts[result] + 1 }), NOTHING);
}

async function rewriteOne(
  { client, dryRun, onProgress, signal }: Migration,
  type: ResourceType,
  object: ApiObject,
): Promise<keyof Counts> {
  const { name = '', namespace = '', resourceVersion } = object.metadata;
  const collection = type.scope === 'Cluster' ? client.of(type) : client.of(type).namespace(namespace);
  try {
    const { metadata } = await collection.patch(name, { type: 'merge', value: newObject() }, { dryRun, signal });
    return metadata.resourceVersion === resourceVersion ? 'current' : 'rewritten';
  } catch (error) {
    if (!(error instanceof StatusError) || isTransient(error)) throw error;
    if (error.reason === 'NotFound') return 'gone';
    if (error.reason === 'Conflict') return 'rewritten';
    onProgress({ type: 'failed', resource: nameOf(type), object: objectKey(object), message: error.message });
    return 'failed';
  }
}

/** Whether the error concerns the server and not the object, so that the migration must stop. */
function isTransient({ code }: StatusError): boolean {
  return code === 429 || code === 401 || code >= 500;
}

function sum(a: Counts, b: Counts): Counts {
  return {
    rewritten: a.rewritten + b.rewritten,
    current: a.current + b.current,
    gone: a.gone + b.gone,
    failed: a.failed + b.failed,
  };
}
