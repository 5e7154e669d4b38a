import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { nodeNameOf } from '@pilothouse/kinds/core/node-identity.js';
import {
  NO_OPINION,
  type AuthorizableResource,
  type Authorizer,
  type Decision,
} from '@pilothouse/kinds/definition/authorizer.js';
import type { RuleLister } from '@pilothouse/kinds/definition/rule-lister.js';
import { nodeDecisions } from './decide.js';
import type { NodeFeed } from './feed.js';

export interface NodeAuthorizerOptions {
  readonly feed: NodeFeed;
  readonly domain: Domain;
  /** Whether PodCertificateRequests are served. */
  readonly hasPodCertificates: boolean;
  /** The rules of the role `system:node`. */
  readonly rules: readonly PolicyRule[];
}

/**
 * The Node authorizer: a kubelet may read the objects that the pods of its node need, and write its own node. It has no
 * opinion on other users, and never denies.
 */
export function nodeAuthorizer({ feed, rules, ...options }: NodeAuthorizerOptions): Authorizer & RuleLister {
  const decide = nodeDecisions(rules, options);

  async function related(node: string, { resource, namespace, name }: AuthorizableResource): Promise<Decision> {
    if (!feed.isLoaded() && !(await feed.loaded())) {
      return { type: 'noOpinion', reason: 'the objects of nodes have not been read yet' };
    }
    await feed.caughtUp();
    if (feed.isRelated(node, resource, { namespace, name })) return { type: 'allow', reason: '' };
    return { type: 'noOpinion', reason: `no relationship found between node '${node}' and this object` };
  }

  return {
    authorize({ user, request }) {
      const node = nodeNameOf(user);
      if (node === undefined) return NO_OPINION;
      if (node === '') return { type: 'noOpinion', reason: `unknown node for user ${JSON.stringify(user.name)}` };
      const verdict = decide(node, request);
      if (verdict !== 'related') return verdict;
      return request.type === 'resource' ? related(node, request) : NO_OPINION;
    },
    rulesFor(user) {
      const isNode = nodeNameOf(user) !== undefined;
      return {
        resourceRules: [],
        nonResourceRules: [],
        incomplete: isNode,
        problems: isNode ? ['node authorizer does not support user rule resolution'] : [],
      };
    },
  };
}
