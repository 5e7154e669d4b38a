import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Page } from '@pilothouse/client/collection.js';
import type { DiscoveredType } from '@pilothouse/client/discover.js';
import type { ApiObject, ResourceType } from '@pilothouse/client/resource-type.js';

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

export const NOTHING: Counts = { rewritten: 0, current: 0, gone: 0, failed: 0 };

export interface Rewriting {
  readonly client: Client;
  /** Sends all writes as dry runs. */
  readonly dryRun: boolean;
  /** Called for each object that the server refuses to write. */
  readonly onFailure: (object: ApiObject, error: StatusError) => void;
  readonly signal: AbortSignal;
}

export interface PageOptions {
  readonly client: Client;
  readonly pageSize: number;
  /** A continue token; the first page when absent. */
  readonly start?: string | undefined;
  readonly signal: AbortSignal;
}

const NEEDED_VERBS = ['list', 'patch'];
/** Concurrent writes. */
const WRITERS = 8;

/** Whether the objects of a type can be listed and patched. */
export function isMigratable({ verbs }: DiscoveredType): boolean {
  return NEEDED_VERBS.every((verb) => verbs.includes(verb));
}

/**
 * The metadata of all objects, in pages. If the continue token expires, the list continues inconsistently: objects that are created
 * meanwhile have the storage version.
 */
export async function* metadataPages(
  type: ResourceType,
  { client, pageSize, start, signal }: PageOptions,
): AsyncGenerator<Page<ApiObject>> {
  let token = start;
  for (;;) {
    const page = await client
      .metadataOf(type)
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

/**
 * Writes objects by empty patches, several at a time. The server stores an object again if its stored bytes differ from those that
 * it would write: in version, encryption or key. Rejects after the writes in flight if the server fails.
 */
export async function rewrite(
  rewriting: Rewriting,
  type: ResourceType,
  objects: readonly ApiObject[],
): Promise<Counts> {
  const results: (keyof Counts)[] = [];
  const remaining = objects.values();
  let hasFailed = false;
  const write = async (): Promise<void> => {
    for (const object of remaining) {
      if (hasFailed) return;
      try {
        results.push(await rewriteOne(rewriting, type, object));
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
  { client, dryRun, onFailure, signal }: Rewriting,
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
    // The other write has stored the object.
    if (error.reason === 'Conflict') return 'rewritten';
    onFailure(object, error);
    return 'failed';
  }
}

/** Whether an error concerns the server and not the object, so that the migration must stop and can be repeated. */
export function isTransient({ code }: StatusError): boolean {
  return code === 429 || code === 401 || code >= 500;
}
