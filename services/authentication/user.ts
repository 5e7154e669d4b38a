/** Who makes a request, as authenticators say it and authorizers read it. All values are opaque text. */
export interface User {
  readonly name: string;
  /** Unique over time; empty where the authenticator has none. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const NO_EXTRA: ReadonlyMap<string, readonly string[]> = new Map();

/** The user of a request that carries no credentials. */
export const anonymousUser: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: NO_EXTRA,
};

/**
 * A user of the given attributes, in the group `system:authenticated`. Not so one that somebody else calls anonymous or
 * unauthenticated, as in Kubernetes: a proxy that passes on who has no credentials does not vouch for him.
 */
export function authenticatedUser(name: string, groups: readonly string[] = [], uid = ''): User {
  const isStranger = name === anonymousUser.name || anonymousUser.groups.some((group) => groups.includes(group));
  const all = isStranger ? groups : [...groups, 'system:authenticated'];
  return { name, uid, groups: [...new Set(all)], extra: NO_EXTRA };
}
