/** Requests of the page: resources, discovery, schemas, versions, health and metrics. */
const PATHS = /^\/(?:apis?(?:\/|$)|openapi\/|version$|metrics$|(?:healthz|livez|readyz)(?:\/|$))/;
/** Subresources that answer with content of workloads, which must not come from the origin of the page. */
const WORKLOAD = /\/(?:pods|services|nodes)\/[^/]+\/(?:proxy|exec|attach|portforward)(?:\/|$)/;
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** A path that a server may read in more than one way. */
const AMBIGUOUS = /\/\.{0,2}\/|\/\.{1,2}$|%2f|%5c|%2e|%00|\\/i;

/** Why the console does not pass a request on; undefined for an allowed one. `path` has no query. */
export function refusalOf(method: string, path: string): string | undefined {
  if (!METHODS.has(method)) return `the console does not pass on ${method}`;
  if (AMBIGUOUS.test(path)) return 'the path is ambiguous';
  if (!PATHS.test(path) || WORKLOAD.test(path)) return 'the console does not pass on this path';
  return undefined;
}
