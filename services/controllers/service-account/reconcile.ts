import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Outcome } from '../queue/work-queue.js';
import { isExpectedCreateError } from '../api-errors.js';

/** The state and requests of a reconcile step. */
export interface ServiceAccountDeps {
  /** Undefined if the namespace does not exist. */
  readonly namespace: (name: string) => Namespace | undefined;
  readonly hasDefault: (namespace: string) => boolean;
  readonly createDefault: (namespace: string) => Promise<unknown>;
}

/** Creates the default service account of an active namespace. */
export async function reconcileServiceAccount(deps: ServiceAccountDeps, namespace: string): Promise<Outcome> {
  if (deps.namespace(namespace)?.status.phase !== 'Active' || deps.hasDefault(namespace)) return 'done';
  await deps.createDefault(namespace).catch((error: unknown) => {
    if (!isExpectedCreateError(error)) throw error;
  });
  return 'done';
}
