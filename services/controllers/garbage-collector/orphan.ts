import type { Outcome } from '../queue/work-queue.js';
import { withoutOwners, without, type CheckDeps } from './check.js';
import type { GraphNode } from './graph.js';
import { ORPHAN, waitsForOrphans } from './object.js';
import { patchMetadata } from './object-api.js';

/** Dependents that are orphaned concurrently. */
const CONCURRENCY = 20;
/** Milliseconds until a retry while the graph is incomplete. */
const RETRY_DELAY = 500;

/** Removes the references to a deleted object from its dependents, then its orphan finalizer. */
export async function orphanDependents(
  { graph, api, hasAllDependents }: Pick<CheckDeps, 'graph' | 'api' | 'hasAllDependents'>,
  uid: string,
): Promise<Outcome> {
  const owner = graph.get(uid);
  const object = owner?.object;
  if (!object || !waitsForOrphans(object)) return 'done';
  // A missed dependent would be deleted later. There is therefore no timeout.
  if (!hasAllDependents(object.metadata.namespace ?? '')) return { requeueAfter: RETRY_DELAY };

  const orphaned = new Set<GraphNode>();
  const orphan = async (dependent: GraphNode): Promise<void> => {
    if (dependent.object === undefined) return;
    const result = await patchMetadata(
      api,
      dependent.object,
      withoutOwners((reference) => reference.uid === uid),
    );
    if (result === 'gone') graph.remove(dependent.uid);
    if (result === 'changed') throw new Error('a dependent keeps changing and cannot be orphaned');
  };
  for (;;) {
    // New dependents may arrive meanwhile.
    const next = [...owner.dependents].filter((dependent) => !orphaned.has(dependent)).slice(0, CONCURRENCY);
    if (next.length === 0) break;
    await Promise.all(next.map(orphan));
    for (const dependent of next) orphaned.add(dependent);
  }
  const result = await patchMetadata(api, object, without(ORPHAN));
  if (result === 'gone') graph.remove(uid);
  return result === 'changed' ? 'retry' : 'done';
}
