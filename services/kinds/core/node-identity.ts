import type { User } from '@pilothouse/token-authenticators/user.js';

const PREFIX = 'system:node:';
const GROUP = 'system:nodes';

/**
 * The name of the node whose kubelet the user is: `system:node:<name>` in the group `system:nodes`. Undefined for other
 * users; empty if the user name has no node.
 */
export function nodeNameOf({ name, groups }: Pick<User, 'name' | 'groups'>): string | undefined {
  return name.startsWith(PREFIX) && groups.includes(GROUP) ? name.slice(PREFIX.length) : undefined;
}
