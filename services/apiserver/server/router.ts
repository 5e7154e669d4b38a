import { notServed, resourceEndpoint, type AwaitTarget, type Targets } from '../endpoints/resources.js';
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

/** Waits for what other servers have acknowledged, where a request depends on it. */
export interface Freshness {
  /** Called for a resource that is not served. */
  readonly awaitTarget: AwaitTarget;
  /** Called for discovery and OpenAPI documents. */
  readonly awaitDocuments: (signal: AbortSignal) => Promise<void>;
}

/** Documents that tell which resources are served. */
const DOCUMENTS = /^\/(?:apis|openapi)(?:\/|$)/;

/** Sends a request to its resource or, by its exact path, to another route. Throws 404 for everything else. */
export function router({ served, all, others }: Routes, { awaitTarget, awaitDocuments }: Freshness): Handler {
  const [open, internal] = [resourceEndpoint(served, awaitTarget), resourceEndpoint(all, awaitTarget)];
  return async (context) => {
    const { info, request } = context;
    if (info.type === 'resource') return (request.isInternal === true ? internal : open)(context, info);
    const path = info.path.length > 1 && info.path.endsWith('/') ? info.path.slice(0, -1) : info.path;
    if (DOCUMENTS.test(path)) await awaitDocuments(context.signal);
    const route = others().get(path);
    if (route === undefined) throw notServed();
    return route(context);
  };
}
