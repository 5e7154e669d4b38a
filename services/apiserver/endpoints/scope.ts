import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { ActionServices } from '@pilothouse/kinds/definition/action.js';
import type { AdmissionChain } from '../admission/chain.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { CountEvents } from '../metrics/watch-events.js';
import type { Connections } from '../proxy/connections.js';
import type { Resource } from '../registry/resource.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';
import type { DeprecatedRequests } from './deprecated-requests.js';
import type { BodyType } from './negotiation/body.js';
import type { ListCache } from './negotiation/list-cache.js';
import type { ProtobufCache } from './negotiation/protobuf-cache.js';
import type { MetaForms } from './negotiation/meta-forms.js';
import type { Offer } from './negotiation/representation.js';
import type { ContinueTokens } from './options/continue-token.js';
import type { SharedEvents } from './shared-events.js';
import type { WatchDeadlines } from './watch-timeout.js';

/** The dependencies of every endpoint. */
export interface Scope {
  readonly resource: Resource;
  readonly admission: AdmissionChain;
  /** Authorizes side effects of a request. The request itself is already authorized. */
  readonly authorizer: Authorizer;
  /** Dependencies of actions on objects and virtual resources. */
  readonly actions: ActionParts;
  /** Connections to running programs. */
  readonly connections: Connections;
  readonly domain: Domain;
  /** Records requests to deprecated versions. */
  readonly deprecations: DeprecatedRequests;
  /** The protobuf forms of types that every resource uses. */
  readonly forms: MetaForms;
  /** The meta group, such as `meta.k8s.io`. */
  readonly metaGroup: string;
  readonly continueTokens: ContinueTokens;
  /** Deadlines of watches, for all resources. */
  readonly deadlines: WatchDeadlines;
  /** Encoded events shared by the watches of the resource. */
  readonly sharedEvents: SharedEvents;
  /** Counts the events sent to watches; absent without metrics. */
  readonly countEvents?: CountEvents;
  /** Whether objects that cannot be read from the store may be deleted (the gate AllowUnsafeMalformedObjectDeletion). */
  readonly deletesUnreadable: boolean;
  /** Encoded objects for lists and watches, for all resources. */
  readonly protobufCache: ProtobufCache;
  /** Encoded items of lists, for all resources. */
  readonly listCache: ListCache;
}

/** Common dependencies of actions, apart from their request. */
export interface ActionParts {
  readonly services: ActionServices;
  /** The preferred version of a built-in resource. */
  readonly resourceOf: (resource: GroupResource) => Resource | undefined;
  /** All kinds whose objects are stored. */
  readonly kinds: () => readonly ResourceDefinition[];
}

/** A verb on a resource. Throws StatusError for expected failures. */
export type Endpoint = (scope: Scope, context: RequestContext, request: ResourceRequest) => Promise<Response>;

/** The offered forms of objects of the resource. Without `transforms`, neither tables nor metadata alone. */
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

/** The expected type of a write's body. */
export function bodyTypeOf(
  { resource, domain }: Scope,
  { kind, protobuf }: Pick<BodyType, 'kind' | 'protobuf'> = resource,
): BodyType {
  return { kind, protobuf, protobufTypes: protobuf === undefined ? [] : domain.protobufMediaTypes };
}
