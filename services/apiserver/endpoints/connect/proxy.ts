import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { authorityOf } from '../../proxy/backend.js';
import { forward } from '../../proxy/forward.js';
import { cleanPath, encodedPath } from '../../proxy/paths.js';
import { rewriteLinks } from '../../proxy/links.js';
import type { RequestContext } from '../../request/context.js';
import type { ResourceRequest } from '../../request/info.js';
import type { Response } from '../../request/response.js';
import type { Target } from './route.js';
import { hostHeader, refuseUpgrade } from './upgrade.js';

/** Forwards a request to a program. `path` is the decoded path after that of the object. Throws StatusErrors. */
export async function proxyRequest(
  context: RequestContext,
  { path: whole, rest }: ResourceRequest,
  target: Target,
  path: string,
): Promise<Response> {
  const { request } = context;
  const isUpgrade = request.upgraded !== undefined;
  const clean = cleanPath(path);
  const query = request.target.slice(whole.length);
  // Relative links of a page need a slash at the end of its address.
  if (clean === '' && !isUpgrade && (request.method === 'GET' || request.method === 'HEAD'))
    return { status: 301, headers: { location: `${whole}/${query}` }, body: [] };
  const below = whole.slice(0, whole.length - rest.length);
  const encoded = encodedPath(clean === '' ? '/' : clean);
  const host = context.header('host') ?? '';
  return forward(context, {
    ...target,
    target: `${encoded}${query}`,
    headers: [...hostHeader(context), ...(isUpgrade ? [] : ['X-Forwarded-Uri', `${below}${encoded}`])],
    ...(!isUpgrade && { change: rewriteLinks({ below, hosts: [authorityOf(target.address), host] }) }),
    fail: isUpgrade ? refuseUpgrade : ({ error }) => unreachable(error),
  });
}

/** Never returns. */
function unreachable(error: Error): never {
  throw new StatusError('ServiceUnavailable', `error trying to reach service: ${error.message}`, { cause: error });
}
