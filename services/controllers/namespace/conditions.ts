import type { Namespace, NamespaceCondition } from '@pilothouse/apimachinery/generated/core/v1.js';
import { timeOfSeconds } from '@pilothouse/apimachinery/schema/time.js';
import type { Leftover } from './content.js';

/** The result of one attempt to delete the content of a namespace. */
export interface Attempt {
  /** Why discovery is incomplete; undefined if it is complete. */
  readonly undiscovered: string | undefined;
  /** Deletion errors of single types. */
  readonly failures: readonly string[];
  readonly leftovers: readonly Leftover[];
}

type Finding = Pick<NamespaceCondition, 'reason' | 'message'>;

/** One condition: its finding without problems, and the function that finds a problem in an attempt. */
interface ConditionRule {
  readonly type: string;
  readonly ok: Finding;
  readonly find: (attempt: Attempt) => Finding | undefined;
}

/** The texts and the order of Kubernetes. */
const RULES: readonly ConditionRule[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    ok: { reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' },
    find: ({ undiscovered }) =>
      undiscovered === undefined ? undefined : { reason: 'DiscoveryFailed', message: undiscovered },
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    ok: { reason: 'ParsedGroupVersions', message: 'All legacy kube types successfully parsed' },
    // Discovery returns group and version separately, so that nothing is parsed.
    find: () => undefined,
  },
  {
    type: 'NamespaceDeletionContentFailure',
    ok: {
      reason: 'ContentDeleted',
      message: 'All content successfully deleted, may be waiting on finalization',
    },
    find: ({ failures }) =>
      finding('ContentDeletionFailed', `Failed to delete all resource types, ${failures.length} remaining`, failures),
  },
  {
    type: 'NamespaceContentRemaining',
    ok: { reason: 'ContentRemoved', message: 'All content successfully removed' },
    find({ leftovers }) {
      const counts = leftovers.map(
        ({ type: { resource, group }, count }) => `${resource}.${group} has ${count} resource instances`,
      );
      return finding('SomeResourcesRemain', 'Some resources are remaining', counts);
    },
  },
  {
    type: 'NamespaceFinalizersRemaining',
    ok: { reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' },
    find({ leftovers }) {
      const counts = [...finalizersOf(leftovers)].map(([name, count]) => `${name} in ${count} resource instances`);
      return finding('SomeFinalizersRemain', 'Some content in the namespace has finalizers remaining', counts);
    },
  },
];

/**
 * The conditions of a namespace after an attempt; undefined if they are unchanged. `now` is the transition time of a changed
 * status. Other conditions are kept.
 */
export function conditionsAfter(
  attempt: Attempt,
  { status: { conditions = [] } }: Namespace,
  now: Date,
): NamespaceCondition[] | undefined {
  const lastTransitionTime = timeOfSeconds(Math.floor(now.getTime() / 1000));
  const wanted = new Map(conditions.map((condition) => [condition.type, condition]));
  let isChanged = false;
  for (const { type, ok, find } of RULES) {
    const found = find(attempt);
    const condition = { status: found === undefined ? 'False' : 'True', ...(found ?? ok) };
    const old = wanted.get(type);
    if (old?.status === condition.status && old.reason === condition.reason && old.message === condition.message)
      continue;
    const since = old?.status === condition.status ? old.lastTransitionTime : lastTransitionTime;
    wanted.set(type, { type, ...condition, ...(since !== undefined && { lastTransitionTime: since }) });
    isChanged = true;
  }
  return isChanged ? [...wanted.values()] : undefined;
}

/** The number of objects of each finalizer. */
function finalizersOf(leftovers: readonly Leftover[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { finalizers } of leftovers) {
    for (const [name, count] of finalizers) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

/** Sorted, so that equal facts have equal texts. */
function finding(reason: string, what: string, items: readonly string[]): Finding | undefined {
  return items.length === 0 ? undefined : { reason, message: `${what}: ${[...items].sort().join(', ')}` };
}
