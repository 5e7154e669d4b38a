import { notServed, resourceEndpoint, type AwaitTarget, type Targets } from '../../endpoints/resources.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { RemoteVersion } from '../../registry/catalog.js';
import type { Handler } from '../../request/context.js';

/** Current routes. They change with the catalog. */
export interface Routes {
  /** Served resources. */
  readonly served: () => Targets;
  /** Served resources, and those that only in-process requests can reach. */
  readonly all: () => Targets;
  /** Group versions of extension API servers, by apiVersion. */
  readonly remote: () => ReadonlyMap<string, Pick<RemoteVersion, 'answer'>>;
  /** All other routes, by exact path. */
  readonly others: () => ReadonlyMap<string, Handler>;
}

/** Waits for definitions that other servers have acknowledged. */
export interface Freshness {
  /** Called for a resource that is not served. */
  readonly awaitTarget: AwaitTarget;
  /** Called for discovery and OpenAPI documents. */
  readonly awaitDocuments: (signal: AbortSignal) => Promise<void>;
}

/** Discovery and OpenAPI documents. */
const DOCUMENTS = /^\/(?:apis|openapi)(?:\/|$)/;

/** Routes a request to its resource or, by exact path, to another route. Throws 404 for other paths. */
export function router({ served, all, remote, others }: Routes, { awaitTarget, awaitDocuments }: Freshness): Handler {
  const [open, internal] = [resourceEndpoint(served, awaitTarget), resourceEndpoint(all, awaitTarget)];
  return async (context) => {
    const { info, request } = context;
    if (info.type === 'resource') {
      const elsewhere = remote().get(groupVersion(info.group, info.version));
      if (elsewhere !== undefined) return elsewhere.answer(context);
      return (request.isInternal === true ? internal : open)(context, info);
    }
    const path = info.path.length > 1 && info.path.endsWith('/') ? info.path.slice(0, -1) : info.path;
    if (DOCUMENTS.test(path)) await awaitDocuments(context.signal);
    const route = others().get(path);
    if (route === undefined) throw notServed();
    return route(context);
  };
}
