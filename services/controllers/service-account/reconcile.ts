import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Outcome } from '../queue/work-queue.js';
import { isCreatedInVain } from '../refusals.js';

/** What reconciling knows and does. */
export interface ServiceAccountDeps {
  /** Undefined where there is no such namespace. */
  readonly namespace: (name: string) => Namespace | undefined;
  readonly hasDefault: (namespace: string) => boolean;
  readonly createDefault: (namespace: string) => Promise<unknown>;
}

/** Every active namespace has its default account. */
export async function reconcileServiceAccount(deps: ServiceAccountDeps, namespace: string): Promise<Outcome> {
  if (deps.namespace(namespace)?.status.phase !== 'Active' || deps.hasDefault(namespace)) return 'done';
  await deps.createDefault(namespace).catch((error: unknown) => {
    if (!isCreatedInVain(error)) throw error;
  });
  return 'done';
}
