import protobuf from 'protobufjs/minimal.js';
import { ownValue, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
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
 * An OpenAPI 2.0 document in the protobuf form of gnostic's `openapi.v2.Document`, which kubectl reads. It knows what
 * the API server writes into such documents, and throws at anything else.
 */
export function encodeOpenApiV2(document: JsonObject): Uint8Array {
  const writer = protobuf.Writer.create();
  writeFields(writer, DOCUMENT, document);
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
    maximum: [7, double],
    minimum: [9, double],
    maxLength: [11, int64],
    minLength: [12, int64],
    pattern: [13, text],
    maxItems: [14, int64],
    minItems: [15, int64],
    uniqueItems: [16, bool],
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

/** By where the parameter is; each in the `oneof`s that tell the places apart. */
const PARAMETERS: Readonly<Record<string, Encode>> = {
  body: within(
    1,
    within(
      1,
      message(() => BODY_PARAMETER),
    ),
  ),
  query: within(
    1,
    within(
      2,
      within(
        3,
        message(() => QUERY_PARAMETER),
      ),
    ),
  ),
  path: within(
    1,
    within(
      2,
      within(
        4,
        message(() => PATH_PARAMETER),
      ),
    ),
  ),
};

const parameter: Encode = (writer, number, value) => {
  const place = ownValue(expectObject(value), 'in');
  const encode = typeof place === 'string' && Object.hasOwn(PARAMETERS, place) ? PARAMETERS[place] : undefined;
  if (encode === undefined)
    throw new Error(`OpenAPI 2.0 in protobuf has no place for the parameter ${writeJson(value)}`);
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

const INFO: Message = { fields: { title: [1, text], version: [2, text], description: [3, text] }, extensions: 7 };

const API_KEY: Message = {
  fields: { type: [1, text], name: [2, text], in: [3, text], description: [4, text] },
  extensions: 5,
};

const DOCUMENT: Message = {
  fields: {
    swagger: [1, text],
    info: [2, message(() => INFO)],
    paths: [8, within(2, named(message(() => PATH_ITEM)))],
    definitions: [9, within(1, named(schema))],
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
