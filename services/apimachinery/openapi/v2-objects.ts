import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';

/**
 * Reads objects of OpenAPI 2.0 that others wrote, as Kubernetes does (kube-openapi's `spec.Swagger`): members that the
 * format does not have are dropped, except in schemas, and empty ones too. Throws {@link OpenApiError} for a value of
 * another type.
 */

/** Returns what replaces a `$ref`. */
export type Refer = (reference: string) => string;

export function readPathItem(value: JsonValue, refer: Refer): JsonObject {
  return pathItem(value, refer);
}

export function readDefinition(value: JsonValue, refer: Refer): JsonObject {
  return schema(value, refer);
}

export function readParameter(value: JsonValue, refer: Refer): JsonObject {
  return parameter(value, refer);
}

/** A value that is not OpenAPI 2.0. The message has its place. */
export class OpenApiError extends Error {
  constructor(
    readonly expected: string,
    readonly place: readonly string[] = [],
  ) {
    super(`${place.join('.')}: expected ${expected}`);
  }
}

type Read<Value extends JsonValue = JsonValue> = (value: JsonValue, refer: Refer) => Value;
type Members = Readonly<Record<string, Read>>;

/** Members that mean something when they are empty. */
const KEPT: ReadonlySet<string> = new Set(['externalDocs', 'items', 'responses', 'schema']);
const KEPT_IN_SCHEMAS: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'default',
  'externalDocs',
  'items',
  'not',
]);

const anything: Read = (value) => value;

const text: Read = (value) => {
  if (value === null) return '';
  if (typeof value !== 'string') throw new OpenApiError('a text');
  return value;
};

const flag: Read = (value) => {
  if (typeof value !== 'boolean') throw new OpenApiError('true or false');
  return value;
};

const number: Read = (value) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new OpenApiError('a number');
  return value;
};

const LARGEST = 2n ** 63n;
const integer: Read = (value) => {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) throw new OpenApiError('a whole number');
  const whole = BigInt(value as number | bigint);
  if (whole >= LARGEST || whole < -LARGEST) throw new OpenApiError('a number of 64 bits');
  return value;
};

const reference: Read = (value, refer) => (typeof value === 'string' && value !== '' ? refer(value) : '');

function list(read: Read): Read {
  return (value, refer) => {
    if (!Array.isArray(value)) throw new OpenApiError('a list');
    return value.map((item, index) => inside(String(index), () => read(item, refer)));
  };
}

function map(read: Read, isKept: (key: string) => boolean = () => true): Read<JsonObject> {
  return (value, refer) => {
    const written = newObject();
    for (const [key, member] of entriesOf(value)) {
      if (isKept(key)) written[key] = inside(key, () => read(member, refer));
    }
    return written;
  };
}

/** `describe` is a function, because objects are recursive. Schemas keep unknown members. */
function object(describe: () => Members, isSchema = false): Read<JsonObject> {
  const kept = isSchema ? KEPT_IN_SCHEMAS : KEPT;
  return (value, refer) => {
    const members = describe();
    const written = newObject();
    for (const [key, member] of entriesOf(value)) {
      const read = Object.hasOwn(members, key) ? members[key] : undefined;
      if (read === undefined) {
        if (isSchema || isExtension(key)) written[key] = member;
        continue;
      }
      if (member === null) continue;
      const found = inside(key, () => read(member, refer));
      if (kept.has(key) || !isEmpty(found)) written[key] = found;
    }
    return written;
  };
}

function entriesOf(value: JsonValue): [key: string, member: JsonValue][] {
  if (value === null) return [];
  if (!isObject(value)) throw new OpenApiError('an object');
  return Object.entries(value);
}

function inside<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof OpenApiError) throw new OpenApiError(error.expected, [name, ...error.place]);
    throw error;
  }
}

function isExtension(key: string): boolean {
  return /^x-/i.test(key);
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === false;
}

const texts = list(text);
/** A list of one text is the text itself. */
const textOrTexts: Read = (value, refer) => {
  const all = Array.isArray(value) ? texts(value, refer) : text(value, refer);
  return Array.isArray(all) && all.length === 1 ? (all[0] ?? '') : all;
};

const EXTERNAL_DOCS: Members = { description: text, url: text };
const externalDocs = object(() => EXTERNAL_DOCS);

const VALIDATIONS: Members = {
  maximum: number,
  exclusiveMaximum: flag,
  minimum: number,
  exclusiveMinimum: flag,
  maxLength: integer,
  minLength: integer,
  pattern: text,
  maxItems: integer,
  minItems: integer,
  uniqueItems: flag,
  multipleOf: number,
  enum: list(anything),
};

const schema = object(() => SCHEMA, true);
const schemas = map(schema);
const schemaOrFlag: Read = (value, refer) => (typeof value === 'boolean' ? value : schema(value, refer));
const schemaOrSchemas: Read = (value, refer) =>
  Array.isArray(value) ? list(schema)(value, refer) : schema(value, refer);
const schemaOrTexts: Read = (value, refer) => (Array.isArray(value) ? texts(value, refer) : schema(value, refer));

const SCHEMA: Members = {
  ...VALIDATIONS,
  id: text,
  $schema: text,
  $ref: reference,
  description: text,
  type: textOrTexts,
  nullable: flag,
  format: text,
  title: text,
  default: anything,
  maxProperties: integer,
  minProperties: integer,
  required: texts,
  items: schemaOrSchemas,
  allOf: list(schema),
  oneOf: list(schema),
  anyOf: list(schema),
  not: schema,
  properties: schemas,
  additionalProperties: schemaOrFlag,
  patternProperties: schemas,
  dependencies: map(schemaOrTexts),
  additionalItems: schemaOrFlag,
  definitions: schemas,
  discriminator: text,
  readOnly: flag,
  externalDocs,
  example: anything,
};

const items = object(() => ITEMS);

/** The type of a parameter outside the body, or of a header. */
const SIMPLE: Members = {
  ...VALIDATIONS,
  type: text,
  nullable: flag,
  format: text,
  items,
  collectionFormat: text,
  default: anything,
  example: anything,
};

const ITEMS: Members = { ...SIMPLE, $ref: reference };

const PARAMETER: Members = {
  ...SIMPLE,
  $ref: reference,
  description: text,
  name: text,
  in: text,
  required: flag,
  schema,
  allowEmptyValue: flag,
};
const parameter = object(() => PARAMETER);
const parameters = list(parameter);

const HEADER: Members = { ...SIMPLE, description: text };

const RESPONSE: Members = {
  $ref: reference,
  description: text,
  schema,
  headers: map(object(() => HEADER)),
  examples: map(anything),
};
const response = object(() => RESPONSE);

/** Responses by code. Other members are extensions. */
const responses: Read = (value, refer) => ({
  ...map(response, (key) => key === 'default' || /^[+-]?\d+$/.test(key))(value, refer),
  ...map(anything, isExtension)(value, refer),
});

const OPERATION: Members = {
  description: text,
  consumes: texts,
  produces: texts,
  schemes: texts,
  tags: texts,
  summary: text,
  externalDocs,
  operationId: text,
  deprecated: flag,
  security: list(map(texts)),
  parameters,
  responses,
};
const operation = object(() => OPERATION);

/** A reference to another path is not one to a definition. */
const PATH_ITEM: Members = {
  $ref: text,
  get: operation,
  put: operation,
  post: operation,
  delete: operation,
  options: operation,
  head: operation,
  patch: operation,
  parameters,
};
const pathItem = object(() => PATH_ITEM);
