import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import type { ActionSubresource } from '../registry/definition.js';
import { protobufForm, type ProtobufForm } from '../registry/protobuf-form.js';
import { groupVersion } from '../registry/group-version.js';
import type { RequestContext } from '../request/context.js';
import type { Response } from '../request/response.js';
import { decodeBody, type DecodableType } from './decode.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import { writeOptions } from './options/write-options.js';
import { actionOf, offerOf, type ActionCall, type Endpoint, type Scope } from './scope.js';

/** POST to an action: a subresource with a kind of its own. */
export const action: Endpoint = async (scope, context, request) => {
  const { definition, perform } = actionOf(scope, request.subresource);
  return answerAction(scope, context, definition, (call) => perform(scope, context, request, call));
};

/** What an action takes and gives. */
export type ActionKind = Pick<ActionSubresource, 'group' | 'version' | 'kind' | 'schema'>;

/** Reads what is to be done, does it, and answers with the same kind. */
export async function answerAction(
  scope: Pick<Scope, 'domain' | 'metaGroup'>,
  context: RequestContext,
  definition: ActionKind,
  perform: (call: ActionCall) => Promise<JsonObject>,
): Promise<Response> {
  const representation = negotiate(context, { ...offerOf(scope), transforms: false });
  const { dryRun, fieldValidation } = writeOptions(context, 'CreateOptions', scope.metaGroup);
  const type = actionType(definition);
  const { kind, protobuf } = type;
  const body = await readObject(context, { kind, protobuf, protobufTypes: scope.domain.protobufMediaTypes });
  const object = decodeBody(context, type, body, fieldValidation);
  const value = await perform({ object, dryRun });
  return valueResponse({ value, protobuf }, { status: 201, representation });
}

interface ActionType extends DecodableType {
  readonly protobuf: ProtobufForm;
}

/** Compiled at the first use. */
const types = new WeakMap<ActionKind, ActionType>();

function actionType(definition: ActionKind): ActionType {
  const known = types.get(definition);
  if (known !== undefined) return known;
  const { group, version, kind, schema } = definition;
  const apiVersion = groupVersion(group, version);
  const decode: (value: JsonObject) => Decoded = compileDecoder(schema);
  const type = {
    kind,
    apiVersion,
    version: { name: version },
    decode,
    protobuf: protobufForm(schema, { kind, apiVersion }),
  };
  types.set(definition, type);
  return type;
}
