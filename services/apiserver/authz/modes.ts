import type { AuthorizationMode } from '../options/authorization.js';
import { alwaysAllow, alwaysDeny } from './always.js';
import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { alwaysAllowPathsAuthorizer } from './always-allow-paths.js';
import { rbacAuthorizer, type RbacOptions } from './rbac/authorizer.js';
import type { RuleLister } from '@pilothouse/kinds/definition/rule-lister.js';
import { unionRules } from './rules.js';
import { unionAuthorizer } from './union.js';

const SUPERUSERS = 'system:masters';

/** Allows everything to members of `system:masters`. */
const privilegedGroup: Authorizer = {
  authorize: ({ user }) =>
    user.groups.includes(SUPERUSERS) ? { type: 'allow', reason: `member of ${SUPERUSERS}` } : NO_OPINION,
};

/** Builds the authorizer from the modes, in order. Probes and members of `system:masters` are allowed before them. */
export function authorization(
  modes: readonly AuthorizationMode[],
  rbac: RbacOptions,
): { readonly authorizer: Authorizer; readonly rules: RuleLister } {
  const chosen = modes.map((mode) => authorizerOf(mode, rbac));
  return {
    authorizer: unionAuthorizer([alwaysAllowPathsAuthorizer(), privilegedGroup, ...chosen]),
    rules: unionRules(chosen),
  };
}

function authorizerOf(mode: AuthorizationMode, rbac: RbacOptions): Authorizer & RuleLister {
  switch (mode) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'RBAC':
      return rbacAuthorizer(rbac);
  }
}
