import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { AdmissionChain } from '../admission/chain.js';
import type { Authorizer } from '../authz/authorizer.js';
import type { Features } from '../features/gates.js';
import type { CountEvents } from '../metrics/watch-events.js';
import type { ActionSubresource } from '@pilothouse/kinds/definition/definition.js';
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
  /** What the resource's action subresources do, by their names. */
  readonly actions: Actions;
  readonly domain: Domain;
  readonly features: Features;
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

/** One verb on one resource; it throws a StatusError for every failure it foresees. */
export type Endpoint = (scope: Scope, context: RequestContext, request: ResourceRequest) => Promise<Response>;

export type Actions = Readonly<Record<string, Action>>;

/** Does what an action is for and gives the answer, a new object. Throws StatusErrors. */
export type Action = (
  scope: Scope,
  context: RequestContext,
  request: ResourceRequest,
  call: ActionCall,
) => Promise<JsonObject>;

/** What an action is asked; `object` belongs to it. */
export interface ActionCall {
  readonly object: JsonObject;
  readonly dryRun: boolean;
}

/** The action that a request is about, which the resource is known to have. */
export function actionOf(
  { resource, actions }: Scope,
  subresource: string,
): { readonly definition: ActionSubresource; readonly perform: Action } {
  const definition = resource.definition.subresources[subresource];
  const perform = actions[subresource];
  if (definition?.type === 'action' && perform !== undefined) return { definition, perform };
  throw new Error(`${resource.definition.resource} has no action ${subresource}`);
}

/** That of a resource of the core group; one that does not exist is a mistake in this program. */
export function scopeOf(scopes: readonly Scope[], name: string): Scope {
  const found = scopes.find(({ resource: { definition } }) => definition.group === '' && definition.resource === name);
  if (found === undefined) throw new Error(`there is no resource ${name}`);
  return found;
}

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
