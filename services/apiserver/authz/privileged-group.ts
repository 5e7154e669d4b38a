import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';

/** Allows everything to members of the group. */
export function privilegedGroupAuthorizer(group = 'system:masters'): Authorizer {
  return {
    authorize: ({ user }) =>
      user.groups.includes(group) ? { type: 'allow', reason: `member of ${group}` } : NO_OPINION,
  };
}
