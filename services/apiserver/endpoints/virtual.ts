import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';
import { answerAction } from './action.js';
import type { ActionKind } from './action-type.js';
import type { ActionCall, Scope } from './scope.js';

/** A virtual resource, and what it does. */
export interface VirtualScope extends Pick<Scope, 'domain' | 'metaGroup' | 'forms' | 'features'> {
  readonly definition: VirtualResource;
  readonly perform: VirtualAction;
}

/** Does what the resource is for and gives the answer. Throws StatusErrors. */
export type VirtualAction = (
  context: RequestContext,
  request: ResourceRequest,
  call: ActionCall,
) => JsonObject | Promise<JsonObject>;

/** What is done by the names of the resources with their groups, such as `selfsubjectreviews.authentication.k8s.io`. */
export type VirtualActions = ReadonlyMap<string, VirtualAction>;

/** A definition with what it does; one that does nothing is a mistake in this program. */
export function virtualScope(
  definition: VirtualResource,
  actions: VirtualActions,
  common: Pick<Scope, 'domain' | 'metaGroup' | 'forms' | 'features'>,
): VirtualScope {
  const perform = actions.get(qualifiedResource(definition));
  if (perform === undefined) throw new Error(`${definition.resource} does nothing`);
  return { ...common, definition, perform };
}

/** Makes the endpoint of a virtual resource: POST to its collection. */
export function virtualEndpoint(
  scope: VirtualScope,
): (context: RequestContext, request: ResourceRequest) => Promise<Response> {
  const { definition, perform } = scope;
  const { group, kind, versions } = definition;
  const { name: version, schema } = versions[0];
  const type: ActionKind & Pick<VirtualResource, 'answers'> = {
    group,
    kind,
    version,
    schema,
    ...(definition.answers && { answers: definition.answers }),
  };
  return (context, request) =>
    answerAction(scope, context, type, async (call) => {
      // What is of the whole cluster has no namespace, whatever it says.
      if (definition.scope === 'Cluster') delete metadataOf(call.object).namespace;
      return perform(context, request, call);
    });
}

/** Whether the path is that of the collection. */
export function isCollectionOf({ scope }: VirtualResource, request: ResourceRequest): boolean {
  const { namespace, subresource, isCollection } = request;
  return isCollection && subresource === '' && (namespace !== '') === (scope === 'Namespaced');
}
