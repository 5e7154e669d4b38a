import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DiscoveredType, Discovery } from '@pilothouse/client/discovery.js';
import type { Outcome } from '../queue/work-queue.js';
import { isDeletable } from './content.js';

/** What reconciling needs of the API. */
export interface NamespaceDeps {
  /** Undefined where there is no such namespace. */
  readonly get: (name: string) => Promise<Namespace | undefined>;
  readonly discover: () => Promise<Discovery>;
  /** Resolves to whether nothing of the type is left in the namespace. */
  readonly deleteContent: (type: DiscoveredType, namespace: string) => Promise<boolean>;
  /** Writes the finalizers of a namespace's spec; rejects where the namespace has changed since it was read. */
  readonly finalize: (namespace: Namespace, finalizers: string[]) => Promise<void>;
}

/** The finalizer that stands for the content of a namespace. */
const CONTENT_FINALIZER = 'kubernetes';

/**
 * One step of the end of a namespace that has been deleted: all its content is deleted, and when nothing is left, the
 * namespace may go. Where a group does not say what it has, the rest is deleted, but the namespace stays. Throws the
 * errors of all that failed.
 */
export async function reconcileNamespace(deps: NamespaceDeps, name: string): Promise<Outcome> {
  const namespace = await deps.get(name);
  if (namespace?.metadata.deletionTimestamp === undefined) return 'done';
  const finalizers = namespace.spec.finalizers ?? [];
  if (!finalizers.includes(CONTENT_FINALIZER)) return 'done';
  const { types, errors } = await deps.discover();
  const results = await Promise.allSettled(types.filter(isDeletable).map((type) => deps.deleteContent(type, name)));
  const failed = [
    ...errors,
    ...results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : [])),
  ];
  if (failed.length > 0) throw new AggregateError(failed, `the content of the namespace ${name} cannot be deleted`);
  if (results.some((result) => result.status === 'fulfilled' && !result.value)) return 'retry';
  await deps.finalize(
    namespace,
    finalizers.filter((finalizer) => finalizer !== CONTENT_FINALIZER),
  );
  return 'done';
}
