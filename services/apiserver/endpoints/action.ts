import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { ActionSubresource } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { RequestContext } from '../request/context.js';
import type { Response } from '../request/response.js';
import { actionCall, actionTarget, type ActionBody } from './action-call.js';
import { actionType, type ActionKind } from './action-type.js';
import { decodeBody } from './decode.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import { writeOptions } from './options/write-options.js';
import { offerOf, type Endpoint, type Scope } from './scope.js';

/** POST to an action: a subresource with its own kind. */
export const action: Endpoint = async (scope, context, request) => {
  const { resource } = scope;
  const definition = resource.definition.subresources[request.subresource];
  if (definition?.type !== 'action')
    throw new Error(`${resource.definition.resource} has no action ${request.subresource}`);
  return answerAction(scope, context, definition, (body) => {
    const metadata = metadataOf(body.object);
    // Admission sees the namespace, also if the body does not name it.
    if (request.namespace !== '') metadata.namespace ??= request.namespace;
    const target = actionTarget(scope, context, request, body);
    return definition.perform({ ...actionCall(scope, context, request, body), target });
  });
};

/** Decodes the body, runs the action, and returns the same kind or a Status. */
export async function answerAction(
  scope: Pick<Scope, 'domain' | 'metaGroup' | 'forms'>,
  context: RequestContext,
  definition: ActionKind & Pick<ActionSubresource, 'answers' | 'formerVersions'>,
  perform: (body: ActionBody) => JsonObject | Promise<JsonObject>,
): Promise<Response> {
  const type = actionType(definition);
  const representation = negotiate(context, offerOf(scope, type, false));
  const { dryRun, fieldValidation } = writeOptions(context, 'CreateOptions', scope);
  const { kind, apiVersion, protobuf } = type;
  const body = await readObject(context, { kind, protobuf, protobufTypes: scope.domain.protobufMediaTypes });
  const former = (definition.formerVersions ?? []).map((version) => groupVersion(definition.group, version));
  if (former.some((version) => version === body.value['apiVersion'])) body.value['apiVersion'] = apiVersion;
  const object = decodeBody(context, type, body, fieldValidation);
  const value = await perform({ object, dryRun });
  const answer = definition.answers === 'status' ? scope.forms.status : protobuf;
  return valueResponse({ value, protobuf: answer }, { status: 201, representation });
}
