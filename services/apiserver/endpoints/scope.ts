import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AdmissionPlugin } from '../admission/admission.js';
import type { Resource } from '../registry/resource.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';

/** What every verb works with. */
export interface Scope {
  readonly resource: Resource;
  readonly admission: readonly AdmissionPlugin[];
  readonly domain: Domain;
  /** The meta group, such as `meta.k8s.io`. */
  readonly metaGroup: string;
}

/** One verb on one resource; it throws a StatusError for every failure it foresees. */
export type Endpoint = (scope: Scope, context: RequestContext, request: ResourceRequest) => Promise<Response>;
