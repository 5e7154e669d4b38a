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

/** The deprecated APIs requested since the start. */
export interface DeprecatedRequests {
  readonly note: (request: DeprecatedRequest) => void;
  /** Without duplicates. */
  readonly all: () => Iterable<DeprecatedRequest>;
  /** Forgets requests for all other resources. */
  readonly keep: (resources: readonly GroupResource[]) => void;
}

export function deprecatedRequests(): DeprecatedRequests {
  const seen = new Map<string, DeprecatedRequest>();
  return {
    note(request) {
      const { group, version, resource, subresource } = request;
      seen.set(`${group}/${version}/${resource}/${subresource}`, request);
    },
    all: () => seen.values(),
    keep(resources) {
      const names = new Set(resources.map(qualifiedResource));
      for (const [key, request] of seen) if (!names.has(qualifiedResource(request))) seen.delete(key);
    },
  };
}
