import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { BOOL, BYTES, DOUBLE, DURATION, DYN, INT, listOf, mapOf, STRING, TIMESTAMP, type Type } from '../types/type.js';
import { withMetadata } from './metadata.js';
import { escapeName } from './names.js';

/** A schema as a CEL type, with the limits of its values' sizes. */
export interface Declared {
  readonly type: Type;
  /** Maximum number of characters, bytes, items or entries; 0 where it does not apply. */
  readonly mostElements: number;
  /** Minimum size of a value's JSON in bytes. */
  readonly leastBytes: number;
  /** The properties of an object, by escaped names. */
  readonly fields: ReadonlyMap<string, Declared>;
  /** The elements of a list or map. */
  readonly element: Declared | undefined;
}

/** The maximum request size that Kubernetes' estimates assume, regardless of this server's limit. */
export const LONGEST_REQUEST = 3 * 1024 * 1024;

/**
 * The CEL type of a schema; undefined where its type is unknown, so that rules cannot access it. `name`: name of object
 * types in messages. `isRoot`: the value is a root object.
 */
export function declare(schema: StructuralSchema, isRoot: boolean, name = 'object'): Declared | undefined {
  if (schema.isIntOrString) {
    return scalar(DYN, { mostElements: boundedBy(schema.maxLength) ?? LONGEST_REQUEST - 2, leastBytes: 1 });
  }
  switch (schema.type) {
    case 'array':
      return declareList(schema, name);
    case 'object':
      return declareObject(isRoot ? withMetadata(schema) : schema, name);
    case 'string':
      return declareText(schema);
    case 'boolean':
      return scalar(BOOL, { leastBytes: 4 });
    case 'number':
      return scalar(DOUBLE, { leastBytes: 1 });
    case 'integer':
      return scalar(INT, { leastBytes: 1 });
    case undefined:
      return undefined;
  }
}

function scalar(type: Type, sizes: { mostElements?: number; leastBytes: number }): Declared {
  return { type, mostElements: 0, fields: new Map(), element: undefined, ...sizes };
}

/** A character takes up to four bytes. */
function boundedBy(maxLength: number | undefined): number | undefined {
  return maxLength === undefined ? undefined : Math.max(0, maxLength) * 4;
}

function declareList({ items, maxItems }: StructuralSchema, name: string): Declared | undefined {
  const element = items && declare(items, items.isEmbeddedResource, `${name}.@idx`);
  if (element === undefined) return undefined;
  const most = Math.floor((LONGEST_REQUEST - 2) / (element.leastBytes + 1));
  return {
    type: listOf(element.type),
    mostElements: maxItems === undefined ? most : Math.max(0, maxItems),
    leastBytes: 2,
    fields: new Map(),
    element,
  };
}

function declareObject(schema: StructuralSchema, name: string): Declared | undefined {
  const { additionalProperties, maxProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== 'any') {
    const element = declare(additionalProperties, additionalProperties.isEmbeddedResource, `${name}.@elem`);
    if (element === undefined) return undefined;
    const most = Math.floor((LONGEST_REQUEST - 2) / (element.leastBytes + 6));
    return {
      type: mapOf(STRING, element.type),
      mostElements: maxProperties === undefined ? most : Math.max(0, maxProperties),
      leastBytes: 2,
      fields: new Map(),
      element,
    };
  }
  const fields = new Map<string, Declared>();
  let leastBytes = 2;
  for (const [property, propertySchema] of schema.properties) {
    const escaped = escapeName(property);
    const field = declare(propertySchema, propertySchema.isEmbeddedResource, `${name}.${escaped ?? property}`);
    if (field === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, field);
    // After a dot, a keyword can be written unescaped; the parser rejects it elsewhere.
    if (escaped === `__${property}__`) fields.set(property, field);
    const isGiven = schema.required.includes(property) && propertySchema.default === undefined;
    if (isGiven) leastBytes += Buffer.byteLength(property) + field.leastBytes + 4;
  }
  const types = new Map([...fields].map(([field, { type }]) => [field, type]));
  return { type: { kind: 'object', name, fields: types }, mostElements: 0, leastBytes, fields, element: undefined };
}

function declareText({ format, maxLength, enum: values }: StructuralSchema): Declared {
  if (format === 'byte') return scalar(BYTES, { mostElements: maxLength ?? LONGEST_REQUEST - 2, leastBytes: 2 });
  if (format === 'duration') return scalar(DURATION, { mostElements: 32, leastBytes: 3 });
  if (format === 'date') return scalar(TIMESTAMP, { mostElements: 12, leastBytes: 12 });
  if (format === 'date-time') return scalar(TIMESTAMP, { mostElements: 32, leastBytes: 21 });
  const longest = values?.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
  const known = boundedBy(maxLength) ?? longest?.reduce((most, length) => Math.max(most, length), 0);
  return scalar(STRING, { mostElements: known ?? LONGEST_REQUEST - 2, leastBytes: 2 });
}

/** The size of the value at a path below `self`; undefined where it is unknown. */
export function sizeBelow(root: Declared): (path: readonly string[]) => number | undefined {
  return (path) => {
    let current: Declared | undefined = root;
    for (const step of path.slice(1)) {
      // Map keys have no length limit.
      if (step === '@keys') return current?.element !== undefined && current.type.kind === 'map' ? 0 : undefined;
      current = step === '@items' || step === '@values' ? current?.element : current?.fields.get(step);
      if (current === undefined) return undefined;
    }
    return current.mostElements;
  };
}
