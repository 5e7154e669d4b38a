import type { NonResourceRule, ResourceRule } from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** Rules of a user. The authorizer allows every listed rule; the list may be incomplete. */
export interface ListedRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** Whether the user may do more than the list says. */
  readonly incomplete: boolean;
  /** Errors while the rules were collected. */
  readonly problems: readonly string[];
}

/** Lists a user's rules in a namespace and in the whole cluster. */
export interface RuleLister {
  rulesFor(user: User, namespace: string): ListedRules;
}
