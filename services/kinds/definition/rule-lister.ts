import type { NonResourceRule, ResourceRule } from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { User } from '@pilothouse/authentication/user.js';

/** Rules that a user holds. Every listed rule is one that the authorizer allows; the list may have gaps. */
export interface ListedRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** Whether the user may do more than is listed. */
  readonly incomplete: boolean;
  /** What went wrong while they were collected. */
  readonly problems: readonly string[];
}

/** Lists what a user may do in one namespace, and in the whole cluster. */
export interface RuleLister {
  rulesFor(user: User, namespace: string): ListedRules;
}
