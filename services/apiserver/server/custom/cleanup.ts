import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { findCondition, withCondition } from '@pilothouse/kinds/apiextensions/condition-list.js';
import { terminatingCondition, type TerminatingState } from '@pilothouse/kinds/apiextensions/conditions.js';
import { CLEANUP_FINALIZER } from '@pilothouse/kinds/apiextensions/deletion.js';
import { objectNameOf } from '../../registry/attributes.js';
import { deleteObject } from '../../registry/delete.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { collectionPrefix } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import { NO_ADMISSION } from '../../registry/write.js';
import { updateDefinition } from './update-definition.js';

export interface CleanupOptions {
  /** Resource of the CustomResourceDefinitions. */
  readonly definitions: Resource;
  /** Called for each failure. The cleanup is retried. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Terminating definition. */
export interface Terminating {
  readonly name: string;
  readonly uid: string;
  /** Resource of the custom objects in the storage version. */
  readonly resource: Resource | undefined;
  readonly isServed: boolean;
}

/** Milliseconds before a retry after a failure, and before a cleanup is taken over from another server. */
const RETRY_AFTER = 1000;
const TAKE_OVER_AFTER = 5000;
/** Milliseconds between two checks for remaining objects. */
const POLL = 200;
/** Milliseconds after which the status reports remaining objects. */
const REPORT_AFTER = 60_000;
const PAGE = 500;
/** Maximum number of concurrent deletions for a definition. */
const PARALLEL = 16;

/**
 * Returns the function that deletes all objects of a terminating definition, waits for their finalizers, and then removes the
 * finalizer of the definition (Kubernetes' CRDFinalizer). Several servers may get the same definition. The first one that writes
 * `InstanceDeletionInProgress` does the work. Others take it over if that server does not finish.
 */
export function definitionCleanup({ definitions, onError, signal }: CleanupOptions): (definition: Terminating) => void {
  const known = new Set<string>();
  // Many concurrent calls add listeners.
  setMaxListeners(0, signal);

  async function run(definition: Terminating): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await cleanUp(definition)) return;
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await pause(RETRY_AFTER);
      }
    }
  }

  /** Resolves with true when the definition is removed. */
  async function cleanUp({ name, uid, resource, isServed }: Terminating): Promise<boolean> {
    let delay: number | undefined;
    const claimed = await change(name, uid, (object) => {
      delay = takeOverDelay(object, definitions.environment.now());
      return delay === undefined ? { type: 'inProgress' } : undefined;
    });
    if (claimed === 'gone') return true;
    if (delay !== undefined) {
      // Another server has claimed the cleanup, or this one before it was restarted.
      await pause(delay);
      if ((await change(name, uid, () => undefined)) === 'gone') return true;
    }
    if (resource !== undefined) await removeObjects(resource, name, uid);
    const last: TerminatingState = { type: isServed ? 'completed' : 'neverEstablished' };
    await change(name, uid, () => last, true);
    return true;
  }

  async function removeObjects(resource: Resource, name: string, uid: string): Promise<void> {
    const prefix = collectionPrefix(resource.definition);
    await deleteAll(resource, prefix);
    const deadline = Date.now() + REPORT_AFTER;
    for (let isReported = false; (await resource.store.list(prefix, { limit: 1, signal })).entries.length > 0;) {
      if (!isReported && Date.now() > deadline) {
        await change(name, uid, () => ({ type: 'unconfirmed', why: 'timed out waiting for the condition' }));
        isReported = true;
      }
      await pause(POLL);
    }
  }

  async function deleteAll(resource: Resource, prefix: string): Promise<void> {
    let start: string | undefined;
    do {
      const page = await resource.store.list(prefix, { limit: PAGE, signal, ...(start !== undefined && { start }) });
      const queue = page.entries.values();
      await Promise.all(Array.from({ length: PARALLEL }, () => deleteEach(resource, queue)));
      const last = page.entries.at(-1);
      start = page.remaining === 0 || last === undefined ? undefined : `${last.key}\0`;
    } while (start !== undefined);
  }

  async function deleteEach(resource: Resource, queue: Iterator<Entry> & Iterable<Entry>): Promise<void> {
    const nameOf = objectNameOf(resource.definition);
    for (const { key } of queue) {
      const request = {
        ...nameOf(key),
        dryRun: false,
        preconditions: {},
        deletion: {},
        signal,
        admission: NO_ADMISSION,
      };
      try {
        await deleteObject(resource, request);
      } catch (error) {
        if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error;
      }
    }
  }

  /** Sets a condition of the definition. Removes its finalizer if `isFinished`. */
  async function change(
    name: string,
    uid: string,
    stateOf: (object: CustomResourceDefinition) => TerminatingState | undefined,
    isFinished = false,
  ): Promise<'changed' | 'unchanged' | 'gone'> {
    let isChanged = false;
    const mark = (definition: CustomResourceDefinition): void => {
      const { metadata, status } = definition;
      const finalizers = metadata.finalizers ?? [];
      if (metadata.uid !== uid || !finalizers.includes(CLEANUP_FINALIZER)) throw new Gone();
      const state = stateOf(definition);
      isChanged = state !== undefined;
      if (state !== undefined) {
        const now = timestamp(definitions.environment.now());
        status.conditions = withCondition(status.conditions, terminatingCondition(state), now);
      }
      if (isFinished) metadata.finalizers = finalizers.filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    };
    try {
      if (!(await updateDefinition(definitions, { name, change: mark, signal }))) return 'gone';
    } catch (error) {
      if (error instanceof Gone) return 'gone';
      throw error;
    }
    return isChanged ? 'changed' : 'unchanged';
  }

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal, ref: false });
  }

  return (definition) => {
    if (known.has(definition.uid)) return;
    known.add(definition.uid);
    run(definition)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => known.delete(definition.uid));
  };
}

/** The definition was replaced, or has no cleanup finalizer. */
class Gone extends Error {}

/** Milliseconds until a claimed cleanup is taken over, from the deletion on; undefined for one that is not claimed. */
export function takeOverDelay(definition: CustomResourceDefinition, now: Date): number | undefined {
  const condition = findCondition(definition, 'Terminating');
  if (condition === undefined || condition.reason === 'InstanceDeletionPending') return undefined;
  const since = Date.parse(condition.lastTransitionTime ?? '');
  const age = Number.isNaN(since) ? TAKE_OVER_AFTER : now.getTime() - since;
  return Math.min(Math.max(TAKE_OVER_AFTER - age, 0), TAKE_OVER_AFTER);
}
