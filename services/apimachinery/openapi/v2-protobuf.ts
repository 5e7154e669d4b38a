import { ownValue, type JsonObject, type JsonValue } from '../json/value.js';
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
 * pieces because it is large. Members that these messages do not have are omitted.
 */

/** A member of the document's `paths`. */
export function encodePathItem(path: string, item: JsonObject): Uint8Array {
  return written((writer) => pathItems(writer, PATH_ITEMS, { [path]: item }));
}

/** A member of the document's `definitions`. */
export function encodeDefinition(name: string, definition: JsonObject): Uint8Array {
  return written((writer) => definitions(writer, DEFINITIONS, { [name]: definition }));
}

/** A member of the document's `parameters`. */
export function encodeParameter(name: string, shared: JsonObject): Uint8Array {
  return written((writer) => {
    const encoder = parameterEncoder(shared);
    if (encoder !== undefined) named(encoder)(writer, PARAMETER_DEFINITIONS, { [name]: shared });
  });
}

/** Joins the pieces; `others` are the members besides `paths`, `definitions` and `parameters`. */
export function joinOpenApiV2(
  others: JsonObject,
  paths: readonly Uint8Array[],
  definitions: readonly Uint8Array[],
  parameters: readonly Uint8Array[],
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
    ...section(ALL_PARAMETERS, parameters),
  ];
}

/** Field numbers of the document and its messages. */
const PATHS = 8;
const PATH_ITEMS = 2;
const ALL_DEFINITIONS = 9;
const DEFINITIONS = 1;
const ALL_PARAMETERS = 10;
const PARAMETER_DEFINITIONS = 1;

function written(write: (writer: ProtobufWriter) => void): Uint8Array {
  const writer = new ProtobufWriter();
  write(writer);
  return writer.finish();
}

const EXTERNAL_DOCS: Message = { fields: { description: [1, text], url: [2, text] } };
const externalDocs = message(() => EXTERNAL_DOCS);

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
    items: [23, within(1, repeated(schema))],
    allOf: [24, repeated(schema)],
    properties: [25, within(1, named(schema))],
    discriminator: [26, text],
    readOnly: [27, bool],
    externalDocs: [29, externalDocs],
    example: [30, any],
  },
  extensions: 31,
};

const BODY_PARAMETER: Message = {
  fields: { description: [1, text], name: [2, text], in: [3, text], required: [4, bool], schema: [5, schema] },
  extensions: 6,
};

/** The type of a parameter outside the body, whose fields have consecutive numbers from `first`. */
function simpleType(first: number): Message['fields'] {
  const encoders: readonly (readonly [name: string, encode: Encode])[] = [
    ['type', text],
    ['format', text],
    ['items', message(() => ITEMS)],
    ['collectionFormat', text],
    ['default', any],
    ['maximum', double],
    ['exclusiveMaximum', bool],
    ['minimum', double],
    ['exclusiveMinimum', bool],
    ['maxLength', int64],
    ['minLength', int64],
    ['pattern', text],
    ['maxItems', int64],
    ['minItems', int64],
    ['uniqueItems', bool],
    ['enum', repeated(any)],
    ['multipleOf', double],
  ];
  return Object.fromEntries(encoders.map(([name, encode], index) => [name, [first + index, encode]]));
}

const ITEMS: Message = { fields: simpleType(1), extensions: 18 };
const HEADER: Message = { fields: { ...simpleType(1), description: [18, text] }, extensions: 19 };

const PLAIN_PARAMETER = { required: [1, bool], in: [2, text], description: [3, text], name: [4, text] } as const;

/** In a header or the path. */
const REQUIRED_PARAMETER: Message = { fields: { ...PLAIN_PARAMETER, ...simpleType(5) }, extensions: 22 };
/** In a query or a form. */
const EMPTIABLE_PARAMETER: Message = {
  fields: { ...PLAIN_PARAMETER, allowEmptyValue: [5, bool], ...simpleType(6) },
  extensions: 23,
};

const requiredParameter = message(() => REQUIRED_PARAMETER);
const emptiableParameter = message(() => EMPTIABLE_PARAMETER);

/** By parameter location; each is wrapped in the `oneof`s that distinguish locations. */
const PARAMETERS: ReadonlyMap<JsonValue | undefined, Encode> = new Map([
  [
    'body',
    within(
      1,
      message(() => BODY_PARAMETER),
    ),
  ],
  ['header', within(2, within(1, requiredParameter))],
  ['formData', within(2, within(2, emptiableParameter))],
  ['query', within(2, within(3, emptiableParameter))],
  ['path', within(2, within(4, requiredParameter))],
]);

/** There is no message for a parameter in another place. */
function parameterEncoder(value: JsonValue): Encode | undefined {
  return PARAMETERS.get(ownValue(expectObject(value), 'in'));
}

const REFERENCE: Message = { fields: { $ref: [1, text] } };
const reference = within(
  2,
  message(() => REFERENCE),
);

const parameter: Encode = (writer, number, value) => {
  const encoder = parameterEncoder(value);
  if (ownValue(expectObject(value), '$ref') !== undefined) reference(writer, number, value);
  else if (encoder !== undefined) within(1, encoder)(writer, number, value);
};

const RESPONSE: Message = {
  fields: {
    description: [1, text],
    schema: [2, within(1, schema)],
    headers: [3, within(1, named(message(() => HEADER)))],
    examples: [4, within(1, named(any))],
  },
  extensions: 5,
};

const ownResponse = within(
  1,
  message(() => RESPONSE),
);

const response: Encode = (writer, number, value) => {
  const encode = ownValue(expectObject(value), '$ref') === undefined ? ownResponse : reference;
  encode(writer, number, value);
};

/** Members are responses by code, and extensions. */
const RESPONSES: Message = { fields: {}, others: [1, response], extensions: 2 };

const security = repeated(within(1, named(within(1, strings))));

const OPERATION: Message = {
  fields: {
    tags: [1, strings],
    summary: [2, text],
    description: [3, text],
    externalDocs: [4, externalDocs],
    operationId: [5, text],
    produces: [6, strings],
    consumes: [7, strings],
    parameters: [8, repeated(parameter)],
    responses: [9, message(() => RESPONSES)],
    schemes: [10, strings],
    deprecated: [11, bool],
    security: [12, security],
  },
  extensions: 13,
};

const operation = message(() => OPERATION);

const PATH_ITEM: Message = {
  fields: {
    $ref: [1, text],
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
