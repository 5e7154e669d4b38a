import { NO_OPINION, type Authorizer } from '@pilothouse/kinds/definition/authorizer.js';

/** Asks authorizers in order; the first opinion decides. The default is no. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(attributes) {
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const decision = await authorizer.authorize(attributes);
        if (decision.type !== 'noOpinion') return decision;
        if (decision.reason !== '') reasons.push(decision.reason);
      }
      return reasons.length === 0 ? NO_OPINION : { type: 'noOpinion', reason: reasons.join(', ') };
    },
  };
}
