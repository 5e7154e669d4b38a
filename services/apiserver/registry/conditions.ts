import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { CreateOptions } from '@pilothouse/storage/store.js';

type Conditions = readonly AdmissionPrecondition[];

/** The conditions as options of a write: entries that change are joined to it. */
export function transactionOf(conditions: Conditions): Required<Pick<CreateOptions, 'preconditions' | 'joined'>> {
  return {
    preconditions: conditions.filter(({ change }) => change === undefined),
    joined: conditions.flatMap(({ key, revision, change }) =>
      change === undefined ? [] : [{ key, value: change.value, expected: revision }],
    ),
  };
}

/** The conditions in the newest state. Throws a StatusError if one does not hold. */
export async function refreshed(conditions: Conditions): Promise<Conditions> {
  const now = await Promise.all(conditions.map((condition) => condition.refreshed()));
  return now.filter((condition) => condition !== undefined);
}

/**
 * Runs a write in its turn at each entry that it changes, with the conditions as they are then. The order of the keys is
 * the same for all writes, so that none waits for a write that waits for it.
 */
export function inTurns<Result>(
  conditions: Conditions,
  write: (conditions: Conditions) => Promise<Result>,
): Promise<Result> {
  const changes = conditions
    .toSorted(({ key }, { key: other }) => (key < other ? -1 : 1))
    .flatMap(({ change }) => change ?? []);
  let hasWaited = false;
  const enter = async (index: number): Promise<Result> => {
    const change = changes[index];
    if (change === undefined) return write(hasWaited ? await refreshed(conditions) : conditions);
    hasWaited ||= change.isBusy();
    return change.inTurn(() => enter(index + 1));
  };
  return enter(0);
}
