import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import { compileType, type Type } from '@pilothouse/apimachinery/typed/type.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { OwnKind, ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { protobufForm, type ProtobufForm } from '../registry/protobuf-form.js';
import type { DecodableType } from './decode.js';

/** The kinds of an action's request and response. */
export type ActionKind = OwnKind;

export interface ActionType extends DecodableType {
  readonly protobuf: ProtobufForm;
  readonly validate: (object: JsonObject) => FieldError[];
  /** The type for server-side apply, compiled on first use. */
  readonly fields: () => Type;
}

/** Compiled on first use. */
const types = new WeakMap<ActionKind, ActionType>();

export function actionType(definition: ActionKind): ActionType {
  const known = types.get(definition);
  if (known !== undefined) return known;
  const { group, version, kind, schema } = definition;
  const apiVersion = groupVersion(group, version);
  const decode: (value: JsonObject) => Decoded = compileDecoder(schema);
  let fields: Type | undefined;
  const type: ActionType = {
    kind,
    apiVersion,
    version: { name: version },
    decode,
    validate: compileValidator(schema),
    fields: () => (fields ??= compileType(schema)),
    protobuf: protobufForm(schema, { kind, apiVersion }),
  };
  types.set(definition, type);
  return type;
}

/** The type of a subresource with its own kind; undefined if it has the resource's kind. */
export function typeOfAction({ subresources }: ResourceDefinition, subresource: string): ActionType | undefined {
  if (subresource === '' || !Object.hasOwn(subresources, subresource)) return undefined;
  const found = subresources[subresource];
  return found === undefined || found.type === 'part' ? undefined : actionType(found);
}
