/** Who makes a request, as authenticators say it and authorizers read it. All values are opaque text. */
export interface User {
  readonly name: string;
  /** Unique over time; empty where the authenticator has none. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const NO_EXTRA: ReadonlyMap<string, readonly string[]> = new Map();

/** A user of the given attributes, in the group `system:authenticated`. */
export function authenticatedUser(name: string, groups: readonly string[] = [], uid = ''): User {
  return { name, uid, groups: [...new Set([...groups, 'system:authenticated'])], extra: NO_EXTRA };
}

/** The user of a request that carries no credentials. */
export const anonymousUser: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: NO_EXTRA,
};
