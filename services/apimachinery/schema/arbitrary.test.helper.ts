import * as fc from 'fast-check';
import { anyJson } from '../json/arbitrary.test.helper.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { compileDecoder } from './decode.js';
import type { Field, IntegerSchema, ListSchema, MapSchema, Schema, StringFormat, StructSchema } from './schema.js';
import { timeOfSeconds } from './time.js';

export interface ArbitraryOptions {
  /**
   * Whether the values satisfy the rules of their type: required fields, formats, bounds, no duplicates, no nulls.
   * Otherwise they only have the right types.
   */
  readonly valid: boolean;
  /** Whether absent fields have their defaults. */
  readonly defaults: boolean;
}

/** Arbitrary normalised values of a type, without kind and apiVersion. */
export function arbitraryFor(schema: StructSchema, { valid, defaults }: ArbitraryOptions): fc.Arbitrary<JsonObject> {
  const decode = compileDecoder(schema, { defaults });
  const { struct } = valid ? generator(VALID) : generator(LOOSE);
  return struct(schema, 0).map((value) => decode(value).value);
}

/** Beyond this depth a value has only required fields. */
const MAX_DEPTH = 7;

/** How values are made. */
interface Texts {
  readonly valid: boolean;
  readonly text: (format: StringFormat | undefined, maxLength: number) => fc.Arbitrary<string>;
  readonly any: fc.Arbitrary<JsonObject>;
}

const label = fc.stringMatching(/^[a-z0-9](?:[-a-z0-9]{0,8}[a-z0-9])?$/);
const FORMATS: Readonly<Record<StringFormat, fc.Arbitrary<string>>> = {
  dnsLabel: label,
  dnsSubdomain: fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
  qualifiedName: fc.oneof(
    label,
    fc.tuple(label, label).map((parts) => parts.join('/')),
  ),
  labelValue: label,
  configKey: fc.stringMatching(/^[-_a-zA-Z0-9][-._a-zA-Z0-9]{0,9}$/),
  uuid: fc.uuid(),
};

const objectOf = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc
    .dictionary(fc.string({ unit: fc.constantFrom('a', 'b', '.', '~', '/', '_', 'é') }), value, { maxKeys: 3 })
    .map(bare);

const VALID: Texts = {
  valid: true,
  text: (format, maxLength) =>
    format === undefined ? fc.string({ maxLength: Math.min(maxLength, 20) }) : FORMATS[format],
  any: objectOf(fc.oneof(fc.integer(), fc.string(), objectOf(fc.boolean()), fc.array(fc.integer(), { maxLength: 2 }))),
};

const LOOSE: Texts = {
  valid: false,
  text: () =>
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀'), maxLength: 5 }),
      fc.string({ minLength: 40, maxLength: 50 }),
    ),
  any: fc.oneof(
    anyJson().filter(isObject),
    anyJson().map((value) => Object.assign(newObject(), { value })),
  ),
};

/** Creates values that are not normalised; one arbitrary for each struct and level, because types are large. */
function generator({ valid, text, any }: Texts): {
  readonly struct: (schema: StructSchema, depth: number) => fc.Arbitrary<JsonObject>;
} {
  const structs = new Map<StructSchema, fc.Arbitrary<JsonObject>[]>();

  /** `filled` omits values that mean absence. */
  function value(schema: Schema, depth: number, filled: boolean): fc.Arbitrary<JsonValue> {
    switch (schema.type) {
      case 'string':
        if (valid && schema.enum !== undefined) return fc.constantFrom(...schema.enum);
        return text(schema.format, schema.maxLength ?? Infinity).filter((made) => !filled || made !== '');
      case 'boolean':
        return filled ? fc.constant(true) : fc.boolean();
      case 'integer':
        return integer(schema, valid).filter((made) => !filled || made !== 0);
      case 'number':
        return fc.double({ noNaN: true, noDefaultInfinity: true }).map((made) => made + 0);
      case 'bytes':
        return fc
          .uint8Array({ minLength: filled ? 1 : 0, maxLength: 9 })
          .map((bytes) => Buffer.from(bytes).toString('base64'));
      case 'time':
        return time(schema.micro);
      case 'quantity':
        return fc
          .tuple(fc.integer(), fc.constantFrom('', 'm', 'k', 'Mi', 'Gi', 'e3'))
          .map(([amount, suffix]) => `${amount}${suffix}`);
      case 'intOrString':
        return fc.oneof(fc.integer(), text(undefined, Infinity)).filter((made) => !filled || made !== '');
      case 'any':
        return any;
      case 'struct':
        return struct(schema, depth + 1);
      case 'choice':
        return fc.oneof(...schema.alternatives.map((each) => value(each.schema(), depth + 1, true)));
      case 'list':
        return list(schema, { depth, filled, mergeKey: undefined });
      case 'map':
        break;
    }
    return map(schema, depth, filled);
  }

  function list(schema: ListSchema, { depth, filled, mergeKey }: ListOptions): fc.Arbitrary<JsonValue> {
    const keys = mergeKey === undefined ? schema.keys : [mergeKey];
    const items =
      schema.items().type === 'struct'
        ? keyed(schema.items() as StructSchema, keys, depth)
        : value(schema.items(), depth, valid);
    const size = { minLength: filled ? 1 : 0, maxLength: 2 };
    if (!valid || (keys.length === 0 && schema.listType === 'atomic')) return fc.array(items, size);
    const identity = (item: JsonValue): string => writeJson(isObject(item) ? keys.map((key) => item[key] ?? '') : item);
    return fc.uniqueArray(items, { ...size, selector: identity });
  }

  /** Structs with their distinguishing fields. */
  function keyed(schema: StructSchema, keys: readonly string[], depth: number): fc.Arbitrary<JsonValue> {
    const made = struct(schema, depth + 1);
    if (!valid || keys.length === 0) return made;
    const fields = schema.fields.filter(({ name }) => keys.includes(name));
    return fc
      .tuple(made, ...fields.map((field) => value(field.schema(), depth, true)))
      .map(([rest, ...values]) => Object.assign(newObject(), rest, objectFrom(fields, values)));
  }

  function map(schema: MapSchema, depth: number, filled: boolean): fc.Arbitrary<JsonValue> {
    const size = { minKeys: filled ? 1 : 0, maxKeys: 3 };
    const key = valid ? text(schema.keyFormat, 20).filter((name) => !name.startsWith('$')) : text(undefined, 20);
    return fc.dictionary(key, value(schema.values(), depth, false), size).map(bare);
  }

  function struct(schema: StructSchema, depth: number): fc.Arbitrary<JsonObject> {
    const levels = structs.get(schema) ?? [];
    structs.set(schema, levels);
    return (levels[depth] ??= newStruct(schema, depth));
  }

  function newStruct(schema: StructSchema, depth: number): fc.Arbitrary<JsonObject> {
    const all = schema.fields.filter(({ number }) => number > 0);
    const fields = all.filter((field) => depth < MAX_DEPTH || (valid && isNeeded(field)));
    const members = fields.map((field) => member(field, { depth, siblings: fields.length }));
    return fc.tuple(...members).map((values) => objectFrom(fields, values));
  }

  /** Undefined for an absent member. A field with more siblings is absent more often. */
  function member(field: Field, { depth, siblings }: MemberOptions): fc.Arbitrary<JsonValue | undefined> {
    const schema = field.schema();
    const needed = valid && isNeeded(field);
    const merges = field.patchStrategy?.includes('merge') === true;
    const made =
      schema.type === 'list'
        ? list(merges && schema.listType === 'atomic' ? { ...schema, listType: 'set' } : schema, {
            depth,
            filled: needed,
            mergeKey: field.patchMergeKey,
          })
        : value(schema, depth, needed);
    if (needed) return made;
    return fc.oneof(
      { arbitrary: fc.constant(undefined), weight: Math.max(2, siblings - 3) },
      { arbitrary: made, weight: 3 },
    );
  }

  return { struct };
}

interface ListOptions {
  readonly depth: number;
  readonly filled: boolean;
  readonly mergeKey: string | undefined;
}

interface MemberOptions {
  readonly depth: number;
  readonly siblings: number;
}

/** Whether absence, or the zero value in its place, violates a rule. */
function isNeeded(field: Field): boolean {
  const schema = field.schema();
  const refusesZero = (): boolean =>
    (schema.type === 'string' && (schema.enum !== undefined || schema.format !== undefined)) ||
    (schema.type === 'integer' && (schema.minimum ?? 0) > 0) ||
    (schema.type === 'struct' && schema.fields.some(isNeeded));
  return field.required || (field.presence === 'always' && field.default === undefined && refusesZero());
}

function integer({ format, minimum, maximum }: IntegerSchema, valid: boolean): fc.Arbitrary<JsonValue> {
  const [least, most] = format === 'int32' ? [-(2 ** 31), 2 ** 31 - 1] : [-(2n ** 63n), 2n ** 63n - 1n];
  const min = BigInt(valid ? (minimum ?? least) : least);
  const max = BigInt(valid ? (maximum ?? most) : most);
  const near = fc.bigInt({ min: min > -9n ? min : -9n, max: max < 99n ? max : 99n });
  const wide = fc.bigInt({ min, max });
  return (min <= 99n && max >= -9n ? fc.oneof(near, wide) : wide).map((made) =>
    Number.isSafeInteger(Number(made)) ? Number(made) : made,
  );
}

function time(micro: boolean): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: -62_135_596_799, max: 253_402_300_799 }), fc.nat(999_999))
    .map(([seconds, micros]) => timeOfSeconds(seconds, micro ? micros : undefined) ?? '');
}

function objectFrom(fields: readonly Field[], values: readonly (JsonValue | undefined)[]): JsonObject {
  const result = newObject();
  for (const [index, { name }] of fields.entries()) {
    const value = values[index];
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function bare(members: Readonly<Record<string, JsonValue>>): JsonObject {
  return Object.assign(newObject(), members);
}
