import { notServed, resourceEndpoint, type Targets } from '../endpoints/resources.js';
import type { Handler } from '../request/context.js';

/** Where requests go now; what it returns changes with the catalog. */
export interface Routes {
  /** The resources that are served. */
  readonly served: () => Targets;
  /** Those, and resources that only this process may ask for. */
  readonly all: () => Targets;
  /** Everything else, by exact path. */
  readonly others: () => ReadonlyMap<string, Handler>;
}

/** Sends a request to its resource or, by its exact path, to another route. Throws 404 for everything else. */
export function router({ served, all, others }: Routes): Handler {
  const [open, internal] = [resourceEndpoint(served), resourceEndpoint(all)];
  return (context) => {
    const { info, request } = context;
    if (info.type === 'resource') return (request.isInternal === true ? internal : open)(context, info);
    const path = info.path.length > 1 && info.path.endsWith('/') ? info.path.slice(0, -1) : info.path;
    const route = others().get(path);
    if (route === undefined) throw notServed();
    return route(context);
  };
}
