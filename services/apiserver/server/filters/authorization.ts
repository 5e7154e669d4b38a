import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { parseFieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import { SelectorSyntaxError } from '@pilothouse/apimachinery/selectors/selector-error.js';
import type { AuthorizableRequest, Authorizer } from '../../authz/authorizer.js';
import { forbiddenRequest } from '../../authz/forbidden.js';
import type { Filter, RequestContext } from '../../request/context.js';

/** Lets through only what an authorizer allows; everything else is 403. */
export function authorize(authorizer: Authorizer): Filter {
  return (next) => async (context) => {
    const attributes = { user: context.user, request: authorizable(context) };
    const decision = await authorizer.authorize(attributes);
    context.audit?.decided(decision);
    if (decision.type !== 'allow') throw forbiddenRequest(attributes, decision.reason);
    return next(context);
  };
}

/** A list or watch of the one object that its field selector names needs no more rights than a get of it, as in Kubernetes. */
function authorizable({ info, query }: RequestContext): AuthorizableRequest {
  if (info.type !== 'resource' || info.name !== '' || (info.verb !== 'list' && info.verb !== 'watch')) return info;
  const selector = query.get('fieldSelector');
  if (selector === null) return info;
  const name = exactName(selector);
  return name === undefined || name === '' || pathSegmentName(name).length > 0 ? info : { ...info, name };
}

/** A selector that cannot be read is refused where the list is read. */
function exactName(selector: string): string | undefined {
  try {
    return parseFieldSelector(selector).requiresExactMatch('metadata.name');
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return undefined;
    throw error;
  }
}
