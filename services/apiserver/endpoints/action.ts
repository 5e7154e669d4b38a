import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import type { ActionSubresource } from '../registry/definition.js';
import { protobufForm, type ProtobufForm } from '../registry/protobuf-form.js';
import { groupVersion } from '../registry/resource.js';
import { decodeBody, type DecodableType } from './decode.js';
import { readObject } from './negotiation/body.js';
import { negotiate } from './negotiation/representation.js';
import { valueResponse } from './negotiation/write-entry.js';
import { writeOptions } from './options/write-options.js';
import { actionOf, offerOf, type Endpoint } from './scope.js';

/** POST to an action: a subresource, or a virtual resource, with a kind of its own. */
export const action: Endpoint = async (scope, context, request) => {
  const { definition, perform } = actionOf(scope, request.subresource);
  const representation = negotiate(context, { ...offerOf(scope), transforms: false });
  const { dryRun, fieldValidation } = writeOptions(context, 'CreateOptions', scope.metaGroup);
  const type = actionType(definition);
  const { kind, protobuf } = type;
  const body = await readObject(context, { kind, protobuf, protobufTypes: scope.domain.protobufMediaTypes });
  const object = decodeBody(context, type, body, fieldValidation);
  const value = await perform(scope, context, request, { object, dryRun });
  return valueResponse({ value, protobuf }, { status: 201, representation });
};

interface ActionType extends DecodableType {
  readonly protobuf: ProtobufForm;
}

/** Compiled at the first use. */
const types = new WeakMap<ActionSubresource, ActionType>();

function actionType(definition: ActionSubresource): ActionType {
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
