import type { StringFormat } from '@pilothouse/apimachinery/schema/schema.js';
import protobuf from 'protobufjs';
import type { ListModel, ScalarModel, TypeModel } from './model.js';
import type { FieldRules } from './rules.js';

type Fail = (message: string) => never;

/** The types of messages with their own JSON form, by their `json` option. */
export const JSON_FORMS: Readonly<Record<string, ScalarModel>> = {
  time: { type: 'time', micro: false },
  microTime: { type: 'time', micro: true },
  quantity: { type: 'quantity' },
  intOrString: { type: 'intOrString' },
  rawExtension: { type: 'any', encoding: 'rawExtension' },
  fieldsV1: { type: 'any', encoding: 'fieldsV1' },
  json: { type: 'any', encoding: 'json' },
};

/** The type of a field. `jsonForm` gives the `json` option of a message. */
export function fieldType(
  field: protobuf.Field,
  rules: FieldRules,
  jsonForm: (message: protobuf.Type) => string | undefined,
  fail: Fail,
): TypeModel {
  const value = valueType(field, rules, jsonForm, fail);
  refuseMisplaced(field, value, rules, fail);
  if (field instanceof protobuf.MapField) {
    if (field.keyType !== 'string') fail('the keys of a map must be strings');
    return {
      type: 'map',
      values: value,
      atomic: rules.map_type === 'atomic',
      ...(rules.key_format !== undefined && { keyFormat: rules.key_format as StringFormat }),
    };
  }
  return field.repeated ? listOf(field, value, rules, fail) : value;
}

function listOf(field: protobuf.Field, items: TypeModel, rules: FieldRules, fail: Fail): ListModel {
  const merge = rules.patch_merge_key === undefined ? [] : [rules.patch_merge_key];
  const implied = impliedListType(rules);
  const listType = (rules.list_type ?? implied) as ListModel['listType'];
  const keys = rules.list_map_keys ?? (rules.list_type === undefined && implied === 'map' ? merge : []);
  if ((listType === 'map') !== keys.length > 0) fail('list_type "map" and list_map_keys go together');
  for (const key of [...keys, ...merge]) {
    const owner = field.resolvedType;
    if (!(owner instanceof protobuf.Type) || !hasField(owner, key)) fail(`items have no field ${key}`);
  }
  return { type: 'list', items, listType, keys };
}

/** Whether the message has the field in JSON, directly or through an inlined message. */
function hasField(message: protobuf.Type, name: string): boolean {
  return message.fieldsArray.some((field) => {
    const parsed = (field.parsedOptions ?? []) as Record<string, FieldRules>[];
    const isInlined = parsed.some((rules) => rules['(pilothouse.field)']?.inline === true);
    if (!isInlined) return field.name === name;
    return field.resolvedType instanceof protobuf.Type && hasField(field.resolvedType, name);
  });
}

/** A list that patches merge must be a `map` or `set` list with the same key for server-side apply. */
function impliedListType({ patch_strategy: strategy, patch_merge_key: key }: FieldRules): ListModel['listType'] {
  if (strategy?.includes('merge') !== true) return 'atomic';
  return key === undefined ? 'set' : 'map';
}

function valueType(
  field: protobuf.Field,
  rules: FieldRules,
  jsonForm: (message: protobuf.Type) => string | undefined,
  fail: Fail,
): TypeModel {
  const bounds = {
    ...(rules.minimum !== undefined && { minimum: rules.minimum }),
    ...(rules.maximum !== undefined && { maximum: rules.maximum }),
  };
  const message = field.resolvedType;
  if (message instanceof protobuf.Type) return messageType(message, jsonForm, fail);
  switch (field.type) {
    case 'string':
      return {
        type: 'string',
        ...(rules.format !== undefined && { format: rules.format as StringFormat }),
        ...(rules.enum !== undefined && { enum: rules.enum }),
        ...(rules.max_length !== undefined && { maxLength: rules.max_length }),
      };
    case 'bool':
      return { type: 'boolean' };
    case 'int32':
    case 'int64':
      return { type: 'integer', format: field.type, ...bounds };
    case 'double':
      return { type: 'number' };
    case 'bytes':
      return { type: 'bytes' };
    default:
      return fail(`type ${field.type} is not one that API types use`);
  }
}

function messageType(
  message: protobuf.Type,
  jsonForm: (message: protobuf.Type) => string | undefined,
  fail: Fail,
): TypeModel {
  const form = jsonForm(message);
  if (form === undefined || form === 'choice') {
    return { type: 'struct', message: { package: packageOf(message), name: message.name } };
  }
  if (form !== 'list') return JSON_FORMS[form] ?? fail(`no JSON form ${form}`);
  const [items, ...more] = message.fieldsArray;
  if (items === undefined || more.length > 0 || !items.repeated || items.id !== 1) {
    fail(`${message.name} must hold one list, as field 1`);
  }
  return { type: 'list', items: valueType(items, {}, jsonForm, fail), listType: 'atomic', keys: [], wrapped: true };
}

/** The package that a message is declared in, such as `core.v1`. */
export function packageOf(message: protobuf.Type): string {
  return message.parent?.fullName.replace(/^\./, '') ?? '';
}

/** Rules without effect on a field of this type are errors. */
function refuseMisplaced(field: protobuf.Field, value: TypeModel, rules: FieldRules, fail: Fail): void {
  const list = field.repeated;
  const map = field instanceof protobuf.MapField;
  const text = value.type === 'string';
  const integer = value.type === 'integer';
  const wrong: readonly (readonly [keyof FieldRules, boolean, string])[] = [
    ['format', text, 'texts'],
    ['enum', text, 'texts'],
    ['max_length', text, 'texts'],
    ['minimum', integer, 'whole numbers'],
    ['maximum', integer, 'whole numbers'],
    ['list_type', list, 'lists'],
    ['list_map_keys', list, 'lists'],
    ['patch_merge_key', list, 'lists'],
    ['map_type', map || (value.type === 'struct' && rules.map_type === 'granular'), 'maps, or `granular` for messages'],
    ['key_format', map, 'maps'],
  ];
  for (const [rule, fits, what] of wrong) {
    if (rules[rule] !== undefined && !fits) fail(`option ${rule} is only for ${what}`);
  }
}
