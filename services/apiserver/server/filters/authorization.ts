import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { forbiddenRequest } from '../../authz/forbidden.js';
import type { Filter } from '../../request/context.js';

/** Authorizes the request. Requests that the authorizer does not allow get 403. */
export function authorize(authorizer: Authorizer): Filter {
  return (next) => async (context) => {
    const attributes = { user: context.user, request: context.info };
    const span = context.trace?.start('authorization');
    const decision = await authorizer.authorize(attributes);
    span?.end();
    context.audit?.decided(decision);
    if (decision.type !== 'allow') throw forbiddenRequest(attributes, decision.reason);
    return next(context);
  };
}
