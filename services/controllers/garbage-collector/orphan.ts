import type { Outcome } from '../queue/work-queue.js';
import { withoutOwners, without, type CheckDeps } from './check.js';
import type { GraphNode } from './graph.js';
import { ORPHAN, waitsForOrphans } from './object.js';
import { amend } from './object-api.js';

/** How many dependents are set free at a time. */
const CONCURRENCY = 20;
/** Milliseconds until what is not known yet is asked for again. */
const SOON = 500;

/** Sets the dependents of a deleted object free, as its finalizer asks for, and then lets it go. */
export async function orphanDependents(
  { graph, api, knowsDependents }: Pick<CheckDeps, 'graph' | 'api' | 'knowsDependents'>,
  uid: string,
): Promise<Outcome> {
  const owner = graph.get(uid);
  const object = owner?.object;
  if (!object || !waitsForOrphans(object)) return 'done';
  // A dependent that is overlooked would be deleted later, so that this waits as long as it takes.
  if (!knowsDependents(object.metadata.namespace ?? '')) return { againIn: SOON };

  const freed = new Set<GraphNode>();
  const free = async (dependent: GraphNode): Promise<void> => {
    if (dependent.object === undefined) return;
    const result = await amend(
      api,
      dependent.object,
      withoutOwners((reference) => reference.uid === uid),
    );
    if (result === 'gone') graph.remove(dependent.uid);
    if (result === 'changed') throw new Error('a dependent changes faster than it can be set free');
  };
  for (;;) {
    // Some may come while others are set free.
    const next = [...owner.dependents].filter((dependent) => !freed.has(dependent)).slice(0, CONCURRENCY);
    if (next.length === 0) break;
    await Promise.all(next.map(free));
    for (const dependent of next) freed.add(dependent);
  }
  const result = await amend(api, object, without(ORPHAN));
  if (result === 'gone') graph.remove(uid);
  return result === 'changed' ? 'retry' : 'done';
}
