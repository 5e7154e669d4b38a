import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, listOf, mapOf, STRING, TIMESTAMP, type Type } from '../types/type.js';
import { withMetadata } from './metadata.js';
import { escapeName } from './names.js';

/** A schema as a CEL type, with the limits of its values' sizes. */
export interface Declared {
  readonly type: Type;
  /** Maximum number of characters, bytes, items or entries; 0 if it does not apply. */
  readonly maxElements: number;
  /** Minimum size of a value's JSON in bytes. */
  readonly minBytes: number;
  /** The properties of an object, by escaped names. */
  readonly fields: ReadonlyMap<string, Declared>;
  /** The elements of a list or map. */
  readonly element: Declared | undefined;
}

/** The maximum request size that Kubernetes' estimates assume, regardless of this server's limit. */
export const MAX_REQUEST = 3 * 1024 * 1024;

/**
 * The CEL type of a schema; undefined if its type is unknown, so that rules cannot access it. `name`: name of object
 * types in messages. `isRoot`: the value is a root object.
 */
export function declare(schema: StructuralSchema, isRoot: boolean, name = 'object'): Declared | undefined {
  if (schema.isIntOrString) {
    return scalar(DYN, { maxElements: boundedBy(schema.maxLength) ?? MAX_REQUEST - 2, minBytes: 1 });
  }
  switch (schema.type) {
    case 'array':
      return declareList(schema, name);
    case 'object':
      return declareObject(isRoot ? withMetadata(schema) : schema, name);
    case 'string':
      return declareText(schema);
    case 'boolean':
      return scalar(BOOL, { minBytes: 4 });
    case 'number':
      return scalar(DOUBLE, { minBytes: 1 });
    case 'integer':
      return scalar(INT, { minBytes: 1 });
    case undefined:
      return undefined;
  }
}

function scalar(type: Type, sizes: { maxElements?: number; minBytes: number }): Declared {
  return { type, maxElements: 0, fields: new Map(), element: undefined, ...sizes };
}

/** A character takes up to four bytes. */
function boundedBy(maxLength: number | undefined): number | undefined {
  return maxLength === undefined ? undefined : Math.max(0, maxLength) * 4;
}

function declareList({ items, maxItems }: StructuralSchema, name: string): Declared | undefined {
  const element = items && declare(items, items.isEmbeddedResource, `${name}.@idx`);
  if (element === undefined) return undefined;
  const most = Math.floor((MAX_REQUEST - 2) / (element.minBytes + 1));
  return {
    type: listOf(element.type),
    maxElements: maxItems === undefined ? most : Math.max(0, maxItems),
    minBytes: 2,
    fields: new Map(),
    element,
  };
}

function declareObject(schema: StructuralSchema, name: string): Declared | undefined {
  const { additionalProperties, maxProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== 'any') {
    const element = declare(additionalProperties, additionalProperties.isEmbeddedResource, `${name}.@elem`);
    if (element === undefined) return undefined;
    const most = Math.floor((MAX_REQUEST - 2) / (element.minBytes + 6));
    return {
      type: mapOf(STRING, element.type),
      maxElements: maxProperties === undefined ? most : Math.max(0, maxProperties),
      minBytes: 2,
      fields: new Map(),
      element,
    };
  }
  const fields = new Map<string, Declared>();
  let minBytes = 2;
  for (const [property, propertySchema] of schema.properties) {
    const escaped = escapeName(property);
    const field = declare(propertySchema, propertySchema.isEmbeddedResource, `${name}.${escaped ?? property}`);
    if (field === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, field);
    // After a dot, a keyword can be written unescaped; the parser rejects it elsewhere.
    if (escaped === `__${property}__`) fields.set(property, field);
    const isGiven = schema.required.includes(property) && propertySchema.default === undefined;
    if (isGiven) minBytes += Buffer.byteLength(property) + field.minBytes + 4;
  }
  const types = new Map([...fields].map(([field, { type }]) => [field, type]));
  return { type: { kind: 'object', name, fields: types }, maxElements: 0, minBytes, fields, element: undefined };
}

function declareText({ format, maxLength, enum: values }: StructuralSchema): Declared {
  if (format === 'byte') return scalar(BYTES, { maxElements: maxLength ?? MAX_REQUEST - 2, minBytes: 2 });
  if (format === 'duration') return scalar(DURATION, { maxElements: 32, minBytes: 3 });
  if (format === 'date') return scalar(TIMESTAMP, { maxElements: 12, minBytes: 12 });
  if (format === 'date-time') return scalar(TIMESTAMP, { maxElements: 32, minBytes: 21 });
  const longest = values?.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
  const known = boundedBy(maxLength) ?? longest?.reduce((most, length) => Math.max(most, length), 0);
  return scalar(STRING, { maxElements: known ?? MAX_REQUEST - 2, minBytes: 2 });
}

/** The size of the value at a path below `self`; undefined if it is unknown. */
export function sizeBelow(root: Declared): (path: readonly string[]) => number | undefined {
  return (path) => {
    let current: Declared | undefined = root;
    for (const step of path.slice(1)) {
      // Map keys have no length limit.
      if (step === '@keys') return current?.element !== undefined && current.type.kind === 'map' ? 0 : undefined;
      current = step === '@items' || step === '@values' ? current?.element : current?.fields.get(step);
      if (current === undefined) return undefined;
    }
    return current.maxElements;
  };
}
