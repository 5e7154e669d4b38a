import { qualifiedResource, type GroupResource } from '@pilothouse/apimachinery/status/status-error.js';

/** A request to a deprecated API: the labels of Kubernetes' gauge `apiserver_requested_deprecated_apis`. */
export interface DeprecatedRequest {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** The release that removes it. */
  readonly removedRelease: string;
}

/** The requests of one client to a deprecated API. */
export interface DeprecatedUse {
  readonly request: DeprecatedRequest;
  /** Program of the client, such as `kubectl`. `other` for all clients after the first hundreds. */
  readonly client: string;
  readonly count: number;
}

/** The deprecated APIs requested since the start. */
export interface DeprecatedRequests {
  /** `client` is the program of the user agent. */
  readonly note: (request: DeprecatedRequest, client: string) => void;
  /** Without duplicates. */
  readonly all: () => Iterable<DeprecatedRequest>;
  readonly uses: () => Iterable<DeprecatedUse>;
  /** Forgets requests for all other resources. */
  readonly keep: (resources: readonly GroupResource[]) => void;
}

/** Pairs of an API and a client. Clients choose their names, so that more of them are counted as one. */
const MAX_USES = 500;
const OTHER = 'other';

export function deprecatedRequests(): DeprecatedRequests {
  const seen = new Map<string, DeprecatedRequest>();
  const uses = new Map<string, { -readonly [key in keyof DeprecatedUse]: DeprecatedUse[key] }>();
  const count = (api: string, request: DeprecatedRequest, client: string): void => {
    const key = `${api} ${client}`;
    const use = uses.get(key);
    if (use !== undefined) use.count++;
    else if (uses.size < MAX_USES || client === OTHER) uses.set(key, { request, client, count: 1 });
    else count(api, request, OTHER);
  };
  return {
    note(request, client) {
      const { group, version, resource, subresource } = request;
      const api = `${group}/${version}/${resource}/${subresource}`;
      seen.set(api, request);
      count(api, request, client);
    },
    all: () => seen.values(),
    uses: () => uses.values(),
    keep(resources) {
      const names = new Set(resources.map(qualifiedResource));
      for (const [key, request] of seen) if (!names.has(qualifiedResource(request))) seen.delete(key);
      for (const [key, { request }] of uses) if (!names.has(qualifiedResource(request))) uses.delete(key);
    },
  };
}
