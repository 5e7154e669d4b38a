import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DiscoveredType, Discovery } from '@pilothouse/client/discovery.js';
import type { Outcome } from '../queue/work-queue.js';
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
/**
 * One step of the end of a namespace that has been deleted: all its content is deleted, and when nothing is left, the
 * namespace may go. Where a group does not say what it has, the rest is deleted, but the namespace stays. Throws the
 * errors of all that failed.
 */
export declare function reconcileNamespace(deps: NamespaceDeps, name: string): Promise<Outcome>;
