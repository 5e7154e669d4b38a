import type { Namespace, NamespaceCondition } from '@pilothouse/apimachinery/generated/core/v1.js';
import { timeOfSeconds } from '@pilothouse/apimachinery/schema/time.js';
import type { Leftover } from './content.js';

/** What came of one attempt to delete the content of a namespace. */
export interface Attempt {
  /** Why not every type of content is known; undefined where all are. */
  readonly undiscovered: string | undefined;
  /** Why the content of some types could not be deleted. */
  readonly failures: readonly string[];
  readonly leftovers: readonly Leftover[];
}

type Finding = Pick<NamespaceCondition, 'reason' | 'message'>;

/** One condition: what it says while all is well, and what it finds in an attempt after which all is not. */
interface Aspect {
  readonly type: string;
  readonly well: Finding;
  readonly find: (attempt: Attempt) => Finding | undefined;
}

/** Kubernetes' own words and order. */
const ASPECTS: readonly Aspect[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    well: { reason: 'ResourcesDiscovered', message: 'All resources successfully discovered' },
    find: ({ undiscovered }) =>
      undiscovered === undefined ? undefined : { reason: 'DiscoveryFailed', message: undiscovered },
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    well: { reason: 'ParsedGroupVersions', message: 'All legacy kube types successfully parsed' },
    // Groups and versions are discovered apart, so that there is nothing to parse.
    find: () => undefined,
  },
  {
    type: 'NamespaceDeletionContentFailure',
    well: {
      reason: 'ContentDeleted',
      message: 'All content successfully deleted, may be waiting on finalization',
    },
    find: ({ failures }) =>
      finding('ContentDeletionFailed', `Failed to delete all resource types, ${failures.length} remaining`, failures),
  },
  {
    type: 'NamespaceContentRemaining',
    well: { reason: 'ContentRemoved', message: 'All content successfully removed' },
    find({ leftovers }) {
      const counts = leftovers.map(
        ({ type: { resource, group }, count }) => `${resource}.${group} has ${count} resource instances`,
      );
      return finding('SomeResourcesRemain', 'Some resources are remaining', counts);
    },
  },
  {
    type: 'NamespaceFinalizersRemaining',
    well: { reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' },
    find({ leftovers }) {
      const counts = [...finalizersOf(leftovers)].map(([name, count]) => `${name} in ${count} resource instances`);
      return finding('SomeFinalizersRemain', 'Some content in the namespace has finalizers remaining', counts);
    },
  },
];

/**
 * A namespace's conditions after an attempt; undefined where they are so already. `now` becomes the time of those whose
 * status changes. Conditions of others stay.
 */
export function conditionsAfter(
  attempt: Attempt,
  { status: { conditions = [] } }: Namespace,
  now: Date,
): NamespaceCondition[] | undefined {
  const lastTransitionTime = timeOfSeconds(Math.floor(now.getTime() / 1000));
  const wanted = new Map(conditions.map((condition) => [condition.type, condition]));
  let isChanged = false;
  for (const { type, well, find } of ASPECTS) {
    const found = find(attempt);
    const condition = { status: found === undefined ? 'False' : 'True', ...(found ?? well) };
    const old = wanted.get(type);
    if (old?.status === condition.status && old.reason === condition.reason && old.message === condition.message)
      continue;
    const since = old?.status === condition.status ? old.lastTransitionTime : lastTransitionTime;
    wanted.set(type, { type, ...condition, ...(since !== undefined && { lastTransitionTime: since }) });
    isChanged = true;
  }
  return isChanged ? [...wanted.values()] : undefined;
}

/** How many objects each finalizer holds. */
function finalizersOf(leftovers: readonly Leftover[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { finalizers } of leftovers) {
    for (const [name, count] of finalizers) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

/** Sorted, so that the same facts have the same text. */
function finding(reason: string, what: string, items: readonly string[]): Finding | undefined {
  return items.length === 0 ? undefined : { reason, message: `${what}: ${[...items].sort().join(', ')}` };
}
