import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';
import { answerAction } from './action.js';
import { actionCall } from './action-call.js';
import type { ActionKind } from './action-type.js';
import type { Scope } from './scope.js';

/** A virtual resource with the dependencies of its endpoint. */
export interface VirtualScope extends Pick<Scope, 'domain' | 'metaGroup' | 'forms' | 'admission' | 'actions'> {
  readonly definition: VirtualResource;
}

/** Creates the endpoint of a virtual resource: POST to its collection. */
export function virtualEndpoint(
  scope: VirtualScope,
): (context: RequestContext, request: ResourceRequest) => Promise<Response> {
  const { definition } = scope;
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
    answerAction(scope, context, type, (body) => {
      // A cluster-scoped object has no namespace.
      if (definition.scope === 'Cluster') delete metadataOf(body.object).namespace;
      return definition.perform(actionCall(scope, context, request, body));
    });
}

/** Whether the path is that of the collection. */
export function isCollectionOf({ scope }: VirtualResource, request: ResourceRequest): boolean {
  const { namespace, subresource, isCollection } = request;
  return isCollection && subresource === '' && (namespace !== '') === (scope === 'Namespaced');
}
