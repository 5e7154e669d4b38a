import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';

/** A service account, as named by tokens and users. */
export interface AccountRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** `system:serviceaccount:default:robot`. */
export function accountUsername({ namespace, name }: Pick<AccountRef, 'namespace' | 'name'>): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

/** The service account's user, in the groups of all service accounts and of those in its namespace. */
export function accountUser(account: AccountRef, extra: readonly (readonly [key: string, value: string])[] = []): User {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`];
  return {
    ...authenticatedUser(accountUsername(account), groups, account.uid),
    extra: new Map(extra.map(([key, value]) => [key, [value]])),
  };
}
