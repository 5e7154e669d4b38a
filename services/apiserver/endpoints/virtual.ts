import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { VirtualResource } from '@pilothouse/kinds/definition/definition.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Response } from '../request/response.js';
import { answerAction } from './action.js';
import { actionCall } from './action-call.js';
import { admissionOf, admittedVirtual } from './admission.js';
import type { ActionKind } from './action-type.js';
import { setNamespaceFromPath } from '../registry/place.js';
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
  const admitted = admittedVirtual(definition);
  return (context, request) =>
    answerAction(scope, context, type, async (body) => {
      const { object, dryRun } = body;
      setNamespaceFromPath(scope, object, request.namespace);
      const named = { ...request, name: metadataOf(object).name ?? '' };
      const hooks = admissionOf(admitted, scope, context, named, { operation: 'CREATE', dryRun });
      await hooks.mutate(object, undefined);
      const call = actionCall(scope, context, request, body);
      return definition.perform({ ...call, validate: () => hooks.validate(object, undefined) });
    });
}

/** Whether the path is that of the collection. */
export function isCollectionOf({ scope }: VirtualResource, request: ResourceRequest): boolean {
  const { namespace, subresource, isCollection } = request;
  return isCollection && subresource === '' && (namespace !== '') === (scope === 'Namespaced');
}
