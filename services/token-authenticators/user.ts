import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';

/** The user of a request: the output of authenticators and the input of authorizers. All values are opaque text. */
export interface User {
  readonly name: string;
  /** Unique over time; empty if the authenticator has none. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const NO_EXTRA: ReadonlyMap<string, readonly string[]> = new Map();

/** The user of a request without credentials. */
export const anonymousUser: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: NO_EXTRA,
};

/** Whether the name or a group is that of the anonymous user. */
export function isAnonymous({ name, groups }: Pick<User, 'name' | 'groups'>): boolean {
  return name === anonymousUser.name || anonymousUser.groups.some((group) => groups.includes(group));
}

/**
 * A user in the group `system:authenticated`. A user that an authenticator names anonymous or unauthenticated is not in that
 * group, as in Kubernetes: a proxy may forward clients without credentials.
 */
export function authenticatedUser(name: string, groups: readonly string[] = [], uid = ''): User {
  const all = isAnonymous({ name, groups }) ? groups : [...groups, 'system:authenticated'];
  return { name, uid, groups: [...new Set(all)], extra: NO_EXTRA };
}

/** The key of an extra value that describes the credential, such as `credential-id`. */
export function extraKey({ label }: Pick<Domain, 'label'>, name: string): string {
  return `authentication.${label}/${name}`;
}
