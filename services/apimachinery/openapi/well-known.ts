import type { JsonObject } from '../json/value.js';
import type { AnySchema, IntOrStringSchema, QuantitySchema, TimeSchema } from '../schema/schema.js';
import type { OpenApiVersion } from './dialect.js';

/** Types with their own JSON form; each has an OpenAPI definition. */
export type WellKnownSchema = TimeSchema | QuantitySchema | IntOrStringSchema | AnySchema;

export interface WellKnownType {
  readonly name: string;
  readonly definition: (version: OpenApiVersion) => JsonObject;
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

const TIME: WellKnownType = {
  name: `${META}.Time`,
  definition: () => ({
    description: 'A point in time to the second, in RFC 3339.',
    type: 'string',
    format: 'date-time',
  }),
};

const MICRO_TIME: WellKnownType = {
  name: `${META}.MicroTime`,
  definition: () => ({
    description: 'A point in time to the microsecond, in RFC 3339.',
    type: 'string',
    format: 'date-time',
  }),
};

const QUANTITY: WellKnownType = {
  name: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  definition: (version) => ({
    description: 'A number with a suffix for its magnitude, such as `100m`, `1.5` or `2Gi`.',
    ...(version === 2 ? { type: 'string' } : { oneOf: [{ type: 'string' }, { type: 'number' }] }),
  }),
};

const INT_OR_STRING: WellKnownType = {
  name: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  definition: (version) => ({
    description: 'A whole number or a text.',
    ...(version === 2 ? { type: 'string' } : { oneOf: [{ type: 'integer' }, { type: 'string' }] }),
    format: 'int-or-string',
  }),
};

const ANY: Readonly<Record<AnySchema['encoding'], WellKnownType>> = {
  rawExtension: {
    name: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
    definition: () => ({ description: 'An object of any kind.', type: 'object' }),
  },
  fieldsV1: {
    name: `${META}.FieldsV1`,
    definition: () => ({
      description:
        'A set of fields as a tree: `f:<name>` is a field, `k:<keys>`, `v:<value>` and `i:<index>` are items of a list, and `.` is the value itself.',
      type: 'object',
    }),
  },
  json: {
    name: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
    definition: () => ({ description: 'Any JSON.' }),
  },
};

export function wellKnownType(schema: WellKnownSchema): WellKnownType {
  switch (schema.type) {
    case 'time':
      return schema.micro ? MICRO_TIME : TIME;
    case 'quantity':
      return QUANTITY;
    case 'intOrString':
      return INT_OR_STRING;
    case 'any':
      return ANY[schema.encoding];
  }
}
