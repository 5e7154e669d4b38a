import type { AuthorizationMode } from '../options/authorization.js';
import { alwaysAllow, alwaysDeny } from './always.js';
import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { alwaysAllowPathsAuthorizer } from './always-allow-paths.js';
import { nodeAuthorizer, type NodeAuthorizerOptions } from './node/authorizer.js';
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

export interface ModeOptions {
  readonly rbac: RbacOptions;
  readonly node: NodeAuthorizerOptions;
}

/** Builds the authorizer from the modes, in order. Probes and members of `system:masters` are allowed before them. */
export function authorization(
  modes: readonly AuthorizationMode[],
  options: ModeOptions,
): { readonly authorizer: Authorizer; readonly rules: RuleLister } {
  const chosen = modes.map((mode) => authorizerOf(mode, options));
  return {
    authorizer: unionAuthorizer([alwaysAllowPathsAuthorizer(), privilegedGroup, ...chosen]),
    rules: unionRules(chosen),
  };
}

function authorizerOf(mode: AuthorizationMode, { rbac, node }: ModeOptions): Authorizer & RuleLister {
  switch (mode) {
    case 'AlwaysAllow':
      return alwaysAllow;
    case 'AlwaysDeny':
      return alwaysDeny;
    case 'Node':
      return nodeAuthorizer(node);
    case 'RBAC':
      return rbacAuthorizer(rbac);
  }
}
