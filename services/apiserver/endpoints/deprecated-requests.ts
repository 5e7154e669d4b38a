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
  readonly all: () => readonly DeprecatedRequest[];
  readonly uses: () => readonly DeprecatedUse[];
  /** Forgets requests for all other resources. */
  readonly keep: (resources: readonly GroupResource[]) => void;
}

/** Pairs of an API and a client. Clients choose their names, so that more of them are counted as one. */
const MAX_USES = 500;
const OTHER = 'other';

export function deprecatedRequests(): DeprecatedRequests {
  /** Requests by API, with their numbers by client. */
  const seen = new Map<string, { readonly request: DeprecatedRequest; readonly counts: Map<string, number> }>();
  let uses = 0;
  return {
    note(request, client) {
      const { group, version, resource, subresource } = request;
      const key = `${group}/${version}/${resource}/${subresource}`;
      const api = seen.get(key) ?? { request, counts: new Map<string, number>() };
      seen.set(key, api);
      const name = api.counts.has(client) || uses < MAX_USES ? client : OTHER;
      const count = api.counts.get(name) ?? 0;
      if (count === 0) uses++;
      api.counts.set(name, count + 1);
    },
    all: () => [...seen.values()].map(({ request }) => request),
    uses: () =>
      [...seen.values()].flatMap(({ request, counts }) =>
        [...counts].map(([client, count]) => ({ request, client, count })),
      ),
    keep(resources) {
      const names = new Set(resources.map(qualifiedResource));
      for (const [key, { request, counts }] of seen) {
        if (names.has(qualifiedResource(request))) continue;
        seen.delete(key);
        uses -= counts.size;
      }
    },
  };
}
