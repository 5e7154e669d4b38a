import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ActionServices } from '@pilothouse/kinds/definition/action.js';
import type { AdmissionChain } from '../admission/chain.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { CountEvents } from '../metrics/watch-events.js';
import type { Resource } from '../registry/resource.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';
import type { DeprecatedRequests } from './deprecated-requests.js';
import type { BodyType } from './negotiation/body.js';
import type { ProtobufCache } from './negotiation/protobuf-cache.js';
import type { MetaForms } from './negotiation/meta-forms.js';
import type { Offer } from './negotiation/representation.js';
import type { ContinueTokens } from './options/continue-token.js';
import type { SharedEvents } from './shared-events.js';
import type { WatchDeadlines } from './watch-timeout.js';

/** What every verb works with. */
export interface Scope {
  readonly resource: Resource;
  readonly admission: AdmissionChain;
  /** Asked of what a request comes to do besides what it says; the request itself has been allowed. */
  readonly authorizer: Authorizer;
  /** What actions of objects and of virtual resources need. */
  readonly actions: ActionParts;
  readonly domain: Domain;
  /** Where calls of deprecated versions are noted. */
  readonly deprecations: DeprecatedRequests;
  /** The types that answers of every resource may have. */
  readonly forms: MetaForms;
  /** The meta group, such as `meta.k8s.io`. */
  readonly metaGroup: string;
  readonly continueTokens: ContinueTokens;
  /** When watches end, of all resources. */
  readonly deadlines: WatchDeadlines;
  /** What was encoded for several watchers of the resource. */
  readonly sharedEvents: SharedEvents;
  /** Told of the events that watchers are sent; nobody counts them when absent. */
  readonly countEvents?: CountEvents;
  /** What was encoded for lists and watches of all resources. */
  readonly kept: ProtobufCache;
}

/** What actions of all kinds need besides their request. */
export interface ActionParts {
  readonly services: ActionServices;
  /** The preferred version of a built-in resource. */
  readonly resourceOf: (resource: GroupResource) => Resource | undefined;
}

/** One verb on one resource; it throws a StatusError for every failure it foresees. */
export type Endpoint = (scope: Scope, context: RequestContext, request: ResourceRequest) => Promise<Response>;

/** What can be asked of objects of the resource; without `transforms` neither tables nor metadata alone. */
export function offerOf(
  { metaGroup, domain }: Pick<Scope, 'metaGroup' | 'domain'>,
  { protobuf }: Pick<BodyType, 'protobuf'>,
  transforms = true,
): Offer {
  return {
    group: metaGroup,
    transforms,
    protobuf: domain.protobufMediaTypes,
    protobufIsMetadata: protobuf === undefined,
  };
}

/** What the body of a write is to be. */
export function bodyTypeOf(
  { resource, domain }: Scope,
  { kind, protobuf }: Pick<BodyType, 'kind' | 'protobuf'> = resource,
): BodyType {
  return { kind, protobuf, protobufTypes: protobuf === undefined ? [] : domain.protobufMediaTypes };
}
