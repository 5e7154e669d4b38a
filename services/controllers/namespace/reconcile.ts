import type { Namespace, NamespaceCondition } from '@pilothouse/apimachinery/generated/core/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { DiscoveredType, Discovery } from '@pilothouse/client/discover.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict } from '../api-errors.js';
import { conditionsAfter, type Attempt } from './conditions.js';
import { isDeletable, type Leftover } from './content.js';

/** The API requests of a reconcile step. */
export interface NamespaceDeps {
  /** Undefined if the namespace does not exist. */
  readonly get: (name: string) => Promise<Namespace | undefined>;
  /** Discovery that began after the deletion of the namespace. */
  readonly discover: (namespace: Namespace) => Promise<Discovery>;
  /** Resolves to the remaining objects of the type. */
  readonly deleteContent: (type: DiscoveredType, namespace: string) => Promise<Leftover | undefined>;
  /** Writes the status conditions. Rejects with a conflict if the namespace has changed. */
  readonly setConditions: (namespace: Namespace, conditions: NamespaceCondition[]) => Promise<Namespace | undefined>;
  /** Writes the finalizers of the spec. Rejects with a conflict if the namespace has changed. */
  readonly finalize: (namespace: Namespace, finalizers: string[]) => Promise<void>;
  readonly now: () => Date;
}

/** The finalizer for the content of a namespace. */
const CONTENT_FINALIZER = 'kubernetes';

/** Pods are deleted first: they may depend on other objects, and their grace period must end before those go. */
const isPods = ({ type: { group, resource } }: DiscoveredType): boolean => group === '' && resource === 'pods';

/** Types that are processed concurrently. Each may take a connection, and many namespaces may be deleted at once. */
const CONCURRENT_TYPES = 10;

/**
 * Reconciles a deleted namespace: deletes its pods and, when none remain, all other content. The conditions report the progress,
 * and the finalizer is removed when nothing remains. Where a type cannot be deleted (pods included, as in Kubernetes) or discovery
 * of a group fails, the rest is deleted and the namespace remains.
 * Throws the errors of all failures.
 */
export async function reconcileNamespace(deps: NamespaceDeps, name: string): Promise<Outcome> {
  const namespace = await deps.get(name);
  if (namespace?.metadata.deletionTimestamp === undefined) return 'done';
  const finalizers = namespace.spec.finalizers ?? [];
  if (!finalizers.includes(CONTENT_FINALIZER)) return 'done';
  const { errors, ...attempt } = await deleteAll(deps, namespace);
  try {
    const conditions = conditionsAfter(attempt, namespace, deps.now());
    const current = conditions === undefined ? namespace : await deps.setConditions(namespace, conditions);
    const isEmpty = errors.length === 0 && attempt.leftovers.length === 0;
    if (isEmpty && current !== undefined) {
      await deps.finalize(
        current,
        finalizers.filter((finalizer) => finalizer !== CONTENT_FINALIZER),
      );
    }
  } catch (error) {
    if (!isConflict(error)) errors.push(error);
    else if (errors.length === 0) return 'retry';
  }
  if (errors.length > 0) throw new AggregateError(errors, `the content of the namespace ${name} cannot be deleted`);
  return attempt.leftovers.length === 0 ? 'done' : 'retry';
}

async function deleteAll(deps: NamespaceDeps, namespace: Namespace): Promise<Attempt & { errors: unknown[] }> {
  const { name = '' } = namespace.metadata;
  const { types, errors, undiscovered } = await discovered(deps, namespace);
  const deletable = types.filter(isDeletable);
  const failures: unknown[] = [];
  const leftovers: Leftover[] = [];
  const deleteType = async (type: DiscoveredType): Promise<void> => {
    const left = await deps.deleteContent(type, name);
    if (left === undefined) return;
    leftovers.push(left);
    if (left.finalizers.size === 0 && left.gracefulUntil <= deps.now().getTime()) throw unexpected(left, name);
  };
  const deleteTypes = async (some: readonly DiscoveredType[]): Promise<void> => {
    for (let next = 0; next < some.length; next += CONCURRENT_TYPES) {
      for (const result of await Promise.allSettled(some.slice(next, next + CONCURRENT_TYPES).map(deleteType))) {
        if (result.status === 'rejected') failures.push(result.reason);
      }
    }
  };
  await deleteTypes(deletable.filter(isPods));
  if (leftovers.length === 0) await deleteTypes(deletable.filter((type) => !isPods(type)));
  return { undiscovered, failures: failures.map(errorMessage), leftovers, errors: [...errors, ...failures] };
}

interface Found extends Pick<Discovery, 'types'>, Pick<Attempt, 'undiscovered'> {
  readonly errors: readonly unknown[];
}

/** The served types, as far as discovery succeeds. */
async function discovered(deps: NamespaceDeps, namespace: Namespace): Promise<Found> {
  try {
    const { types, errors } = await deps.discover(namespace);
    const all = errors.map(errorMessage).sort().join(', ');
    const why = `Discovery failed for some groups, ${errors.length} failing: unable to retrieve the complete list of server APIs: ${all}`;
    return { types, errors, undiscovered: errors.length === 0 ? undefined : why };
  } catch (error) {
    return { types: [], errors: [error], undiscovered: errorMessage(error) };
  }
}

/** Objects without finalizer and grace period should not remain. */
function unexpected({ type: { group, version, resource } }: Leftover, namespace: string): Error {
  const what = `${group}/${version}, Resource=${resource}`;
  return new Error(`unexpected items still remain in namespace: ${namespace} for gvr: ${what}`);
}
