import { notServed, resourceEndpoint } from '../endpoints/resources.js';
import type { Scope } from '../endpoints/scope.js';
import type { VirtualScope } from '../endpoints/virtual.js';
import type { Handler } from '../request/context.js';

/** Sends a request to its resource or, by its exact path, to a route. Throws 404 for everything else. */
export function router(
  scopes: readonly Scope[],
  virtual: readonly VirtualScope[],
  routes: ReadonlyMap<string, Handler>,
): Handler {
  const resources = resourceEndpoint(scopes, virtual);
  return async (context) => {
    const { info } = context;
    if (info.type === 'resource') return resources(context, info);
    const path = info.path.length > 1 && info.path.endsWith('/') ? info.path.slice(0, -1) : info.path;
    const route = routes.get(path);
    if (route === undefined) throw notServed();
    return route(context);
  };
}
