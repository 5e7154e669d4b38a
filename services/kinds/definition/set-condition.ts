/** A condition in the status of an object. */
interface StatusCondition {
  type: string;
  status: string;
  lastTransitionTime?: string;
}

/**
 * The conditions with one added, or replaced in its position. Its time (RFC 3339) is `now`, unless a condition of its type
 * has the same status: that time is kept (meta.SetStatusCondition of Kubernetes).
 */
export function setCondition<Condition extends StatusCondition>(
  conditions: readonly Condition[],
  condition: Condition,
  now: string,
): Condition[] {
  const old = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = old?.status === condition.status ? (old.lastTransitionTime ?? now) : now;
  const changed: Condition = { ...condition, lastTransitionTime };
  return old === undefined ? [...conditions, changed] : conditions.map((each) => (each === old ? changed : each));
}
