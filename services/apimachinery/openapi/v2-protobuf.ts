import { ownValue, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { tagOf, WIRE } from '../protobuf/wire.js';
import { ProtobufWriter } from '../protobuf/writer.js';
import {
  any,
  bool,
  double,
  expectObject,
  givenBool,
  int64,
  message,
  named,
  repeated,
  text,
  within,
  writeFields,
  type Encode,
  type Message,
} from './message-writer.js';

/**
 * Encodes OpenAPI 2.0 documents as gnostic's `openapi.v2.Document`, which kubectl reads. The document is written in
 * pieces because it is large. The encoder supports what the API server writes and throws for anything else.
 */

/** A member of the document's `paths`. */
export function encodePathItem(path: string, item: JsonObject): Uint8Array {
  return written((writer) => pathItems(writer, PATH_ITEMS, { [path]: item }));
}

/** A member of the document's `definitions`. */
export function encodeDefinition(name: string, definition: JsonObject): Uint8Array {
  return written((writer) => definitions(writer, DEFINITIONS, { [name]: definition }));
}

/** Joins the pieces; `others` are the members besides `paths` and `definitions`. */
export function joinOpenApiV2(
  others: JsonObject,
  paths: readonly Uint8Array[],
  definitions: readonly Uint8Array[],
): Uint8Array[] {
  const section = (number: number, pieces: readonly Uint8Array[]): readonly Uint8Array[] => {
    if (pieces.length === 0) return [];
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const head = written((writer) => {
      writer.uint32(tagOf(number, WIRE.bytes));
      writer.uint32(length);
    });
    return [head, ...pieces];
  };
  return [
    written((writer) => writeFields(writer, DOCUMENT, others)),
    ...section(PATHS, paths),
    ...section(ALL_DEFINITIONS, definitions),
  ];
}

/** Field numbers of the document and its messages. */
const PATHS = 8;
const PATH_ITEMS = 2;
const ALL_DEFINITIONS = 9;
const DEFINITIONS = 1;

function written(write: (writer: ProtobufWriter) => void): Uint8Array {
  const writer = new ProtobufWriter();
  write(writer);
  return writer.finish();
}

const schema = message(() => SCHEMA);
const strings = repeated(text);

const additionalProperties: Encode = (writer, number, value) =>
  typeof value === 'boolean' ? within(2, givenBool)(writer, number, value) : within(1, schema)(writer, number, value);

const SCHEMA: Message = {
  fields: {
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    default: [5, any],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, bool],
    minimum: [9, double],
    exclusiveMinimum: [10, bool],
    maxLength: [11, int64],
    minLength: [12, int64],
    pattern: [13, text],
    maxItems: [14, int64],
    minItems: [15, int64],
    uniqueItems: [16, bool],
    maxProperties: [17, int64],
    minProperties: [18, int64],
    required: [19, strings],
    enum: [20, repeated(any)],
    additionalProperties: [21, additionalProperties],
    type: [22, within(1, strings)],
    items: [23, within(1, schema)],
    allOf: [24, repeated(schema)],
    properties: [25, within(1, named(schema))],
  },
  extensions: 31,
};

const BODY_PARAMETER: Message = {
  fields: { description: [1, text], name: [2, text], in: [3, text], required: [4, bool], schema: [5, schema] },
  extensions: 6,
};

const PLAIN_PARAMETER = { required: [1, bool], in: [2, text], description: [3, text], name: [4, text] } as const;

const QUERY_PARAMETER: Message = {
  fields: { ...PLAIN_PARAMETER, type: [6, text], format: [7, text], uniqueItems: [20, bool] },
  extensions: 23,
};

const PATH_PARAMETER: Message = {
  fields: { ...PLAIN_PARAMETER, type: [5, text], format: [6, text], uniqueItems: [19, bool] },
  extensions: 22,
};

/** By parameter location; each is wrapped in the `oneof`s that distinguish locations. */
const PARAMETERS: Readonly<Record<string, Encode>> = {
  body: within(
    1,
    message(() => BODY_PARAMETER),
  ),
  query: within(
    2,
    within(
      3,
      message(() => QUERY_PARAMETER),
    ),
  ),
  path: within(
    2,
    within(
      4,
      message(() => PATH_PARAMETER),
    ),
  ),
};

const sharedParameter: Encode = (writer, number, value) => {
  const location = ownValue(expectObject(value), 'in');
  const encode = typeof location === 'string' && Object.hasOwn(PARAMETERS, location) ? PARAMETERS[location] : undefined;
  if (encode === undefined)
    throw new Error(`OpenAPI 2.0 in protobuf does not support the parameter ${writeJson(value)}`);
  encode(writer, number, value);
};

const REFERENCE: Message = { fields: { $ref: [1, text] } };
const ownParameter = within(1, sharedParameter);
const parameterReference = within(
  2,
  message(() => REFERENCE),
);

const parameter: Encode = (writer, number, value) => {
  const encode = ownValue(expectObject(value), '$ref') === undefined ? ownParameter : parameterReference;
  encode(writer, number, value);
};

const RESPONSE: Message = { fields: { description: [1, text], schema: [2, within(1, schema)] }, extensions: 5 };

const security = repeated(within(1, named(within(1, strings))));

const OPERATION: Message = {
  fields: {
    tags: [1, strings],
    summary: [2, text],
    description: [3, text],
    operationId: [5, text],
    produces: [6, strings],
    consumes: [7, strings],
    parameters: [8, repeated(parameter)],
    responses: [
      9,
      within(
        1,
        named(
          within(
            1,
            message(() => RESPONSE),
          ),
        ),
      ),
    ],
    schemes: [10, strings],
    deprecated: [11, bool],
    security: [12, security],
  },
  extensions: 13,
};

const operation = message(() => OPERATION);

const PATH_ITEM: Message = {
  fields: {
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    options: [6, operation],
    head: [7, operation],
    patch: [8, operation],
    parameters: [9, repeated(parameter)],
  },
  extensions: 10,
};

const pathItems = named(message(() => PATH_ITEM));
const definitions = named(schema);

const INFO: Message = { fields: { title: [1, text], version: [2, text], description: [3, text] }, extensions: 7 };

const API_KEY: Message = {
  fields: { type: [1, text], name: [2, text], in: [3, text], description: [4, text] },
  extensions: 5,
};

const DOCUMENT: Message = {
  fields: {
    swagger: [1, text],
    info: [2, message(() => INFO)],
    parameters: [10, within(1, named(sharedParameter))],
    security: [12, security],
    securityDefinitions: [
      13,
      within(
        1,
        named(
          within(
            2,
            message(() => API_KEY),
          ),
        ),
      ),
    ],
  },
  extensions: 16,
};
