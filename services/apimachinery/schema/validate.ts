import { deepEqual } from '../json/equal.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import {
  type FieldError,
  fieldPath,
  invalid,
  keyPath,
  MAX_REPORTED_ERRORS,
  notSupported,
  required,
  tooLong,
} from '../status/field-error.js';
import { utf8Length } from '../names/messages.js';
import { FORMATS } from './formats.js';
import type {
  ChoiceSchema,
  Field,
  IntegerSchema,
  ListSchema,
  MapSchema,
  Schema,
  StringSchema,
  StructSchema,
} from './schema.js';

/**
 * Compiles a validator of decoded values: required fields, allowed values, formats, lengths, bounds, and with `old`
 * (the replaced value) immutability. Errors follow the schema's order; after a thousand, lists and maps are not
 * examined further. Duplicates in sets and maps are left to the rules of each kind, as in Kubernetes.
 */
export function compileValidator(schema: StructSchema): (value: JsonObject, old?: JsonObject) => FieldError[] {
  const check = structCheck(schema, new Map());
  return (value, old) => {
    const errors: FieldError[] = [];
    check?.(value, old, '', errors);
    return errors;
  };
}

/** Adds the errors of a value at `path`. `old` is undefined if there was no value. */
type Check = (value: JsonValue, old: JsonValue | undefined, path: string, errors: FieldError[]) => void;

/** Undefined for a type without rules. */
type Compiled = Map<StructSchema, Check | undefined>;

function valueCheck(schema: Schema, compiled: Compiled): Check | undefined {
  switch (schema.type) {
    case 'struct':
      return structCheck(schema, compiled);
    case 'list':
      return listCheck(schema, compiled);
    case 'map':
      return mapCheck(schema, compiled);
    case 'choice':
      return choiceCheck(schema, compiled);
    case 'string':
      return stringCheck(schema);
    case 'integer':
      return integerCheck(schema);
    case 'boolean':
    case 'number':
    case 'bytes':
    case 'time':
    case 'quantity':
    case 'intOrString':
    case 'any':
      break;
  }
  return undefined;
}

function structCheck(schema: StructSchema, compiled: Compiled): Check | undefined {
  if (compiled.has(schema)) return compiled.get(schema);
  let checks: { readonly name: string; readonly check: Check }[] = [];
  const check: Check = (value, old, path, errors) => {
    if (!isObject(value)) return;
    const before = isObject(old) ? old : undefined;
    for (const { name, check } of checks) {
      // Absent members are checked too: they may be required, or must not be removed.
      check(value[name] ?? null, before && (before[name] ?? null), fieldPath(path, name), errors);
    }
  };
  compiled.set(schema, check);
  checks = schema.fields.flatMap((field) => {
    const check = fieldCheck(field, valueCheck(field.schema(), compiled));
    return check === undefined ? [] : [{ name: field.name, check }];
  });
  if (checks.length > 0) return check;
  compiled.set(schema, undefined);
  return undefined;
}

/** In a field, null means absent in `value` and `old`. */
function fieldCheck(field: Field, check: Check | undefined): Check | undefined {
  if (check === undefined && !field.required && !field.immutable) return undefined;
  return (value, old, path, errors) => {
    if (field.required && isEmpty(value)) {
      errors.push(required(path));
      return;
    }
    if (field.immutable && old !== undefined && !deepEqual(value, old)) {
      const text = field.schema().type === 'string' ? '' : null;
      errors.push(invalid(path, value ?? text, 'field is immutable'));
    }
    if (value !== null) check?.(value, field.changeable ? undefined : (old ?? undefined), path, errors);
  };
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return Array.isArray(value) && value.length === 0;
}

/** The type of the value selects the alternative. */
function choiceCheck({ alternatives }: ChoiceSchema, compiled: Compiled): Check | undefined {
  const checks = alternatives.flatMap(({ schema }) => valueCheck(schema(), compiled) ?? []);
  if (checks.length === 0) return undefined;
  return (value, old, path, errors) => {
    for (const check of checks) check(value, old, path, errors);
  };
}

function listCheck(schema: ListSchema, compiled: Compiled): Check | undefined {
  const check = valueCheck(schema.items(), compiled);
  if (check === undefined) return undefined;
  const isKeyed = schema.listType !== 'atomic';
  return (value, old, path, errors) => {
    if (!Array.isArray(value)) return;
    const before =
      isKeyed && Array.isArray(old) ? new Map(old.map((item) => [identity(item, schema), item])) : undefined;
    for (const [index, item] of value.entries()) {
      if (errors.length >= MAX_REPORTED_ERRORS) break;
      check(item, before?.get(identity(item, schema)), keyPath(path, index), errors);
    }
  };
}

/** The identity of an item by its list type. */
function identity(item: JsonValue, { listType, keys }: ListSchema): string {
  const parts = listType === 'map' ? keys.map((key) => (isObject(item) ? (item[key] ?? '') : '')) : [item];
  return parts.map(writeJson).join(',');
}

function mapCheck(schema: MapSchema, compiled: Compiled): Check | undefined {
  const check = valueCheck(schema.values(), compiled);
  const format = schema.keyFormat && FORMATS[schema.keyFormat];
  if (check === undefined && format === undefined) return undefined;
  return (value, old, path, errors) => {
    if (!isObject(value)) return;
    for (const key of Object.keys(value)) {
      if (errors.length >= MAX_REPORTED_ERRORS) break;
      for (const problem of format?.(key) ?? []) errors.push(invalid(keyPath(path, key), key, problem));
      check?.(value[key] ?? null, isObject(old) ? old[key] : undefined, keyPath(path, key), errors);
    }
  };
}

function stringCheck(schema: StringSchema): Check | undefined {
  const { enum: allowed, maxLength } = schema;
  const format = schema.format && FORMATS[schema.format];
  if (allowed === undefined && maxLength === undefined && format === undefined) return undefined;
  return (value, _old, path, errors) => {
    if (typeof value !== 'string') return;
    if (allowed !== undefined && !allowed.includes(value)) errors.push(notSupported(path, value, allowed));
    if (maxLength !== undefined && utf8Length(value) > maxLength) errors.push(tooLong(path, maxLength));
    for (const problem of format?.(value) ?? []) errors.push(invalid(path, value, problem));
  };
}

function integerCheck({ minimum, maximum }: IntegerSchema): Check | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  return (value, _old, path, errors) => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return;
    if (minimum !== undefined && value < minimum) {
      errors.push(invalid(path, value, `must be greater than or equal to ${minimum}`));
    }
    if (maximum !== undefined && value > maximum) {
      errors.push(invalid(path, value, `must be less than or equal to ${maximum}`));
    }
  };
}
