import assert from 'node:assert/strict';
import protobuf from 'protobufjs';
import { parseJson } from '../json/parse.js';
import { newObject, type JsonValue } from '../json/value.js';

/**
 * The relevant part of gnostic's `OpenAPIv2.proto`, independent of the encoder. `minimum` is not optional there, so
 * readers treat zero as absent.
 */
const PROTO = `
  syntax = "proto3";
  message Any { string yaml = 2; }
  message NamedAny { string name = 1; Any value = 2; }
  message NamedSchema { string name = 1; Schema value = 2; }
  message NamedPathItem { string name = 1; PathItem value = 2; }
  message NamedResponseValue { string name = 1; ResponseValue value = 2; }
  message NamedSecurityDefinitionsItem { string name = 1; SecurityDefinitionsItem value = 2; }
  message NamedStringArray { string name = 1; StringArray value = 2; }
  message StringArray { repeated string value = 1; }
  message TypeItem { repeated string value = 1; }
  message ItemsItem { repeated Schema schema = 1; }
  message Properties { repeated NamedSchema additional_properties = 1; }
  message Definitions { repeated NamedSchema additional_properties = 1; }
  message AdditionalPropertiesItem { oneof oneof { Schema schema = 1; bool boolean = 2; } }
  message Info { string title = 1; string version = 2; string description = 3; repeated NamedAny vendor_extension = 7; }
  message Document {
    string swagger = 1; Info info = 2; Paths paths = 8; Definitions definitions = 9; ParameterDefinitions parameters = 10;
    repeated SecurityRequirement security = 12; SecurityDefinitions security_definitions = 13;
    repeated NamedAny vendor_extension = 16;
  }
  message Paths { repeated NamedPathItem path = 2; }
  message PathItem {
    string _ref = 1; Operation get = 2; Operation put = 3; Operation post = 4; Operation delete = 5; Operation options = 6;
    Operation head = 7; Operation patch = 8; repeated ParametersItem parameters = 9;
    repeated NamedAny vendor_extension = 10;
  }
  message Operation {
    repeated string tags = 1; string summary = 2; string description = 3; ExternalDocs external_docs = 4; string operation_id = 5;
    repeated string produces = 6; repeated string consumes = 7; repeated ParametersItem parameters = 8;
    Responses responses = 9; repeated string schemes = 10; bool deprecated = 11;
    repeated SecurityRequirement security = 12; repeated NamedAny vendor_extension = 13;
  }
  message ParametersItem { oneof oneof { Parameter parameter = 1; JsonReference json_reference = 2; } }
  message JsonReference { string _ref = 1; string description = 2; }
  message ParameterDefinitions { repeated NamedParameter additional_properties = 1; }
  message NamedParameter { string name = 1; Parameter value = 2; }
  message Parameter { oneof oneof { BodyParameter body_parameter = 1; NonBodyParameter non_body_parameter = 2; } }
  message NonBodyParameter {
    oneof oneof {
      HeaderParameter header_parameter_sub_schema = 1; FormDataParameter form_data_parameter_sub_schema = 2;
      QueryParameter query_parameter_sub_schema = 3; PathParameter path_parameter_sub_schema = 4;
    }
  }
  message BodyParameter {
    string description = 1; string name = 2; string in = 3; bool required = 4; Schema schema = 5;
    repeated NamedAny vendor_extension = 6;
  }
  message HeaderParameter {
    bool required = 1; string in = 2; string description = 3; string name = 4;
    string type = 5; string format = 6; PrimitivesItems items = 7; string collection_format = 8; Any default = 9; double maximum = 10;
    bool exclusive_maximum = 11; double minimum = 12; bool exclusive_minimum = 13; int64 max_length = 14; int64 min_length = 15; string pattern = 16;
    int64 max_items = 17; int64 min_items = 18; bool unique_items = 19; repeated Any enum = 20; double multiple_of = 21;
    repeated NamedAny vendor_extension = 22;
  }
  message FormDataParameter {
    bool required = 1; string in = 2; string description = 3; string name = 4; bool allow_empty_value = 5;
    string type = 6; string format = 7; PrimitivesItems items = 8; string collection_format = 9; Any default = 10; double maximum = 11;
    bool exclusive_maximum = 12; double minimum = 13; bool exclusive_minimum = 14; int64 max_length = 15; int64 min_length = 16; string pattern = 17;
    int64 max_items = 18; int64 min_items = 19; bool unique_items = 20; repeated Any enum = 21; double multiple_of = 22;
    repeated NamedAny vendor_extension = 23;
  }
  message QueryParameter {
    bool required = 1; string in = 2; string description = 3; string name = 4; bool allow_empty_value = 5;
    string type = 6; string format = 7; PrimitivesItems items = 8; string collection_format = 9; Any default = 10; double maximum = 11;
    bool exclusive_maximum = 12; double minimum = 13; bool exclusive_minimum = 14; int64 max_length = 15; int64 min_length = 16; string pattern = 17;
    int64 max_items = 18; int64 min_items = 19; bool unique_items = 20; repeated Any enum = 21; double multiple_of = 22;
    repeated NamedAny vendor_extension = 23;
  }
  message PathParameter {
    bool required = 1; string in = 2; string description = 3; string name = 4;
    string type = 5; string format = 6; PrimitivesItems items = 7; string collection_format = 8; Any default = 9; double maximum = 10;
    bool exclusive_maximum = 11; double minimum = 12; bool exclusive_minimum = 13; int64 max_length = 14; int64 min_length = 15; string pattern = 16;
    int64 max_items = 17; int64 min_items = 18; bool unique_items = 19; repeated Any enum = 20; double multiple_of = 21;
    repeated NamedAny vendor_extension = 22;
  }
  message PrimitivesItems {
    string type = 1; string format = 2; PrimitivesItems items = 3; string collection_format = 4; Any default = 5; double maximum = 6;
    bool exclusive_maximum = 7; double minimum = 8; bool exclusive_minimum = 9; int64 max_length = 10; int64 min_length = 11; string pattern = 12;
    int64 max_items = 13; int64 min_items = 14; bool unique_items = 15; repeated Any enum = 16; double multiple_of = 17;
    repeated NamedAny vendor_extension = 18;
  }
  message Header {
    string type = 1; string format = 2; PrimitivesItems items = 3; string collection_format = 4; Any default = 5; double maximum = 6;
    bool exclusive_maximum = 7; double minimum = 8; bool exclusive_minimum = 9; int64 max_length = 10; int64 min_length = 11; string pattern = 12;
    int64 max_items = 13; int64 min_items = 14; bool unique_items = 15; repeated Any enum = 16; double multiple_of = 17;
    string description = 18; repeated NamedAny vendor_extension = 19;
  }
  message Headers { repeated NamedHeader additional_properties = 1; }
  message NamedHeader { string name = 1; Header value = 2; }
  message Examples { repeated NamedAny additional_properties = 1; }
  message ExternalDocs { string description = 1; string url = 2; repeated NamedAny vendor_extension = 3; }
  message Responses { repeated NamedResponseValue response_code = 1; repeated NamedAny vendor_extension = 2; }
  message ResponseValue { oneof oneof { Response response = 1; JsonReference json_reference = 2; } }
  message Response {
    string description = 1; SchemaItem schema = 2; Headers headers = 3; Examples examples = 4;
    repeated NamedAny vendor_extension = 5;
  }
  message SchemaItem { oneof oneof { Schema schema = 1; } }
  message Schema {
    string _ref = 1; string format = 2; string title = 3; string description = 4; Any default = 5; double multiple_of = 6; double maximum = 7;
    bool exclusive_maximum = 8; bool exclusive_minimum = 10; int64 max_properties = 17; int64 min_properties = 18;
    optional double minimum = 9; int64 max_length = 11; int64 min_length = 12; string pattern = 13; int64 max_items = 14;
    int64 min_items = 15; bool unique_items = 16; repeated string required = 19; repeated Any enum = 20;
    AdditionalPropertiesItem additional_properties = 21; TypeItem type = 22; ItemsItem items = 23;
    repeated Schema all_of = 24; Properties properties = 25; string discriminator = 26; bool read_only = 27;
    ExternalDocs external_docs = 29; Any example = 30; repeated NamedAny vendor_extension = 31;
  }
  message SecurityRequirement { repeated NamedStringArray additional_properties = 1; }
  message SecurityDefinitions { repeated NamedSecurityDefinitionsItem additional_properties = 1; }
  message SecurityDefinitionsItem { oneof oneof { ApiKeySecurity api_key_security = 2; } }
  message ApiKeySecurity {
    string type = 1; string name = 2; string in = 3; string description = 4; repeated NamedAny vendor_extension = 5;
  }
`;

const DOCUMENT = protobuf.parse(PROTO, { keepCase: true }).root.resolveAll().lookupType('Document');

/** Messages that JSON does not show: their only field takes their place. */
const WRAPPERS: readonly string[] = [
  'AdditionalPropertiesItem',
  'Definitions',
  'Examples',
  'Headers',
  'NonBodyParameter',
  'Parameter',
  'ParameterDefinitions',
  'ParametersItem',
  'Paths',
  'Properties',
  'ResponseValue',
  'SchemaItem',
  'SecurityDefinitions',
  'SecurityDefinitionsItem',
  'SecurityRequirement',
  'StringArray',
];

/** Messages with a list that JSON shows as its only item. */
const SINGLES: readonly string[] = ['ItemsItem', 'TypeItem'];

/** Decodes a gnostic `Document` to the original JSON, except parts missing in the schema above. */
export function decodeOpenApiV2(bytes: Uint8Array): JsonValue {
  return messageJson(DOCUMENT, DOCUMENT.decode(bytes));
}

type Message = Readonly<Record<string, unknown>>;

function messageJson(type: protobuf.Type, message: object): JsonValue {
  const values = message as Message;
  if (type.name === 'Any') return parseJson(String(values['yaml'])).value;
  const given = type.fieldsArray.filter(({ name }) => Object.hasOwn(values, name));
  const [only] = given;
  if (WRAPPERS.includes(type.name)) {
    assert.ok(only !== undefined && given.length === 1, `${type.name} has one field`);
    return fieldJson(only, values[only.name]);
  }
  if (SINGLES.includes(type.name)) {
    const items = only && fieldJson(only, values[only.name]);
    assert.ok(Array.isArray(items) && items.length > 0, `${type.name} has items`);
    return items.length === 1 ? (items[0] ?? null) : items;
  }
  const object = newObject();
  for (const field of given) {
    const value = values[field.name];
    if (Array.isArray(value) && value.length === 0) continue;
    const json = fieldJson(field, value);
    if (field.name === 'vendor_extension' || field.name === 'response_code') Object.assign(object, json);
    else object[jsonName(field.name)] = json;
  }
  return object;
}

function fieldJson(field: protobuf.Field, value: unknown): JsonValue {
  if (!Array.isArray(value)) return itemJson(field, value);
  if (!field.type.startsWith('Named')) return value.map((item) => itemJson(field, item));
  const object = newObject();
  for (const { name, value: member } of value as { name: string; value: object }[]) {
    const type = (field.resolvedType as protobuf.Type).fields['value']?.resolvedType;
    assert.ok(!Object.hasOwn(object, name), `${name} stands there once`);
    object[name] = messageJson(type as protobuf.Type, member);
  }
  return object;
}

function itemJson({ resolvedType }: protobuf.Field, value: unknown): JsonValue {
  if (resolvedType !== null) return messageJson(resolvedType as protobuf.Type, value as object);
  return typeof value === 'object' ? Number(value) : (value as JsonValue);
}

function jsonName(name: string): string {
  return name === '_ref' ? '$ref' : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
