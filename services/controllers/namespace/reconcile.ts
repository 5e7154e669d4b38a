import type { Namespace, NamespaceCondition } from '@pilothouse/apimachinery/generated/core/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { DiscoveredType, Discovery } from '@pilothouse/client/discovery.js';
import type { Outcome } from '../queue/work-queue.js';
import { isConflict } from '../refusals.js';
import { conditionsAfter, type Attempt } from './conditions.js';
import { isDeletable, type Leftover } from './content.js';

/** What reconciling needs of the API. */
export interface NamespaceDeps {
  /** Undefined where there is no such namespace. */
  readonly get: (name: string) => Promise<Namespace | undefined>;
  /** What is served; asked for after this namespace was deleted. */
  readonly discover: (namespace: Namespace) => Promise<Discovery>;
  /** Resolves to what is left of the type in the namespace. */
  readonly deleteContent: (type: DiscoveredType, namespace: string) => Promise<Leftover | undefined>;
  /** Writes the conditions of a namespace's status; rejects where the namespace has changed since it was read. */
  readonly setConditions: (namespace: Namespace, conditions: NamespaceCondition[]) => Promise<Namespace | undefined>;
  /** Writes the finalizers of a namespace's spec; rejects where the namespace has changed since it was read. */
  readonly finalize: (namespace: Namespace, finalizers: string[]) => Promise<void>;
  readonly now: () => Date;
}

/** The finalizer that stands for the content of a namespace. */
const CONTENT_FINALIZER = 'kubernetes';

/** What goes before all else: pods may live by the rest, and what binds them ends no sooner than they. */
const isPods = ({ type: { group, resource } }: DiscoveredType): boolean => group === '' && resource === 'pods';

/** How many types of a namespace are looked at at a time: each may take a connection, and many namespaces go at once. */
const AT_ONCE = 10;

/**
 * One step of the end of a namespace that has been deleted: its pods are deleted, and unless some are still ending, all its
 * other content is. Its conditions tell how far that is, and when nothing is left, the namespace may go. Where a type
 * cannot be deleted (pods included, as in Kubernetes) or a group does not say what it has, the rest is deleted, but the
 * namespace stays. Throws the errors of all that failed.
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
  const emptied = async (type: DiscoveredType): Promise<void> => {
    const left = await deps.deleteContent(type, name);
    if (left === undefined) return;
    leftovers.push(left);
    if (left.finalizers.size === 0 && left.gracefulUntil <= deps.now().getTime()) throw unexpected(left, name);
  };
  const empty = async (some: readonly DiscoveredType[]): Promise<void> => {
    for (let next = 0; next < some.length; next += AT_ONCE) {
      for (const result of await Promise.allSettled(some.slice(next, next + AT_ONCE).map(emptied))) {
        if (result.status === 'rejected') failures.push(result.reason);
      }
    }
  };
  await empty(deletable.filter(isPods));
  if (leftovers.length === 0) await empty(deletable.filter((type) => !isPods(type)));
  return { undiscovered, failures: failures.map(errorMessage), leftovers, errors: [...errors, ...failures] };
}

interface Found extends Pick<Discovery, 'types'>, Pick<Attempt, 'undiscovered'> {
  readonly errors: readonly unknown[];
}

/** What is served, as far as it can be known. */
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

/** Of what is deleted and held by nothing, nothing should be left. */
function unexpected({ type: { group, version, resource } }: Leftover, namespace: string): Error {
  const what = `${group}/${version}, Resource=${resource}`;
  return new Error(`unexpected items still remain in namespace: ${namespace} for gvr: ${what}`);
}
