import type { AuthorizableResource, Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** The permission that a plugin requires, in any version of the group. */
type Permission = Pick<AuthorizableResource, 'verb' | 'group' | 'resource' | 'namespace' | 'name'>;

/** Whether the user has the permission. */
export async function isAllowed(authorizer: Authorizer, user: User, permission: Permission): Promise<boolean> {
  const request = { type: 'resource', version: '*', subresource: '', ...permission } as const;
  const { type } = await authorizer.authorize({ user, request });
  return type === 'allow';
}
