import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';

/** Members of the group may do everything. */
export function privilegedGroupAuthorizer(group = 'system:masters'): Authorizer {
  return {
    authorize: ({ user }) =>
      user.groups.includes(group) ? { type: 'allow', reason: `member of ${group}` } : NO_OPINION,
  };
}
