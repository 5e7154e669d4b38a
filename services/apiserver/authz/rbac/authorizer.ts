import { listText } from '@pilothouse/kinds/rbac/texts.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { RuleLister } from '@pilothouse/kinds/definition/rule-lister.js';
import { allowingGrant, describeGrant, type CompiledGrants } from './grants.js';
import type { Policy } from './policy.js';

export interface RbacOptions {
  readonly policy: Policy;
  /** Whether the policy has been read. Nothing is allowed before. */
  readonly isLoaded: () => boolean;
}

/** The RBAC authorizer. It never denies: without a matching role it has no opinion. */
export function rbacAuthorizer({ policy, isLoaded }: RbacOptions): Authorizer & RuleLister {
  return {
    authorize({ user, request }) {
      if (!isLoaded()) return { type: 'noOpinion', reason: 'RBAC: roles and bindings have not been read yet' };
      const namespace = request.type === 'resource' ? request.namespace : '';
      const held = policy.grantsOf(user, namespace);
      for (const each of held) {
        const grant = allowingGrant(each, request);
        if (grant !== undefined) return { type: 'allow', reason: `RBAC: allowed by ${describeGrant(grant)}` };
      }
      const problems = [...new Set(held.flatMap((each) => each.problems))];
      return problems.length === 0 ? NO_OPINION : { type: 'noOpinion', reason: `RBAC: ${listText(problems)}` };
    },
    rulesFor(user, namespace) {
      if (!isLoaded()) return { resourceRules: [], nonResourceRules: [], incomplete: true, problems: [] };
      const held = policy.grantsOf(user, namespace);
      // Non-resource paths are cluster-wide: only ClusterRoleBindings grant them.
      const everywhere = policy.grantsOf(user, '');
      return {
        resourceRules: rulesOf(held).filter(({ resources = [] }) => resources.length > 0),
        nonResourceRules: rulesOf(everywhere).filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0),
        incomplete: false,
        problems: [...new Set(held.flatMap((each) => each.problems))],
      };
    },
  };
}

function rulesOf(held: readonly CompiledGrants[]): PolicyRule[] {
  return held.flatMap(({ rules }) => rules);
}
