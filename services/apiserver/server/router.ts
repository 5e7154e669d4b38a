import { notServed, resourceEndpoint } from '../endpoints/resources.js';
import type { Scope } from '../endpoints/scope.js';
import type { VirtualScope } from '../endpoints/virtual.js';
import type { Handler } from '../request/context.js';

export interface RouterParts {
  /** The resources that are served. */
  readonly served: readonly Scope[];
  /** Those, and what only this process may ask for. */
  readonly all: readonly Scope[];
  readonly virtual: readonly VirtualScope[];
  /** Whatever else there is, by path. */
  readonly routes: ReadonlyMap<string, Handler>;
}

/** Sends a request to its resource or, by its exact path, to a route. Throws 404 for everything else. */
export function router({ served, all, virtual, routes }: RouterParts): Handler {
  const [open, internal] = [resourceEndpoint(served, virtual), resourceEndpoint(all, virtual)];
  return (context) => {
    const { info, request } = context;
    if (info.type === 'resource') return (request.isInternal === true ? internal : open)(context, info);
    const path = info.path.length > 1 && info.path.endsWith('/') ? info.path.slice(0, -1) : info.path;
    const route = routes.get(path);
    if (route === undefined) throw notServed();
    return route(context);
  };
}
