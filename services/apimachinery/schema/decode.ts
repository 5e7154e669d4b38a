import { deepCopy, isObject, newObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { Mismatch, wrongType } from './decode-error.js';
import { scalarDecoder, zeroScalar } from './scalars.js';
import type { ChoiceSchema, Field, ListSchema, MapSchema, Schema, StructSchema } from './schema.js';

export { DecodeError } from './decode-error.js';

export interface Decoded {
  readonly value: JsonObject;
  /** Paths of unknown fields, at most 100: `metadata.foo`, `items[0].bar`. */
  readonly unknown: readonly string[];
}

export interface DecoderOptions {
  /** Whether absent fields get their default; true when absent. */
  readonly defaults?: boolean;
}

/** Limit of reported unknown fields, as in Kubernetes. */
const MAX_UNKNOWN = 100;
/**
 * Maximum nesting of recursive types, on which all recursive code relies. It is lower than the parser's limit: a patch
 * can nest an object deeper than a parsed document, and the object must still be parseable inside a list, an event or a
 * table row.
 */
const MAX_DEPTH = 900;

/**
 * Compiles a decoder that normalises external JSON to its type: drops unknown fields, and nulls and zero values that
 * mean absent; fills in defaults; orders fields by the schema and map keys by name; canonicalises times and base64.
 * Normalised parts are new; strings and `any` values are shared with the input. Throws DecodeError for a value of the
 * wrong type.
 */
export function compileDecoder(schema: StructSchema, options: DecoderOptions = {}): (value: JsonObject) => Decoded {
  const decode = structDecoder(schema, { defaults: options.defaults ?? true, structs: new Map() });
  return (value) => {
    const state: State = { unknown: [], depth: 0 };
    try {
      const decoded = decode(value, state) as JsonObject;
      return { value: decoded, unknown: state.unknown.map((path) => path.slice(1)) };
    } catch (error) {
      throw error instanceof Mismatch ? error.toDecodeError() : error;
    }
  };
}

interface State {
  /** Paths relative to the current value, each beginning with `.` or `[`. */
  readonly unknown: string[];
  /** Number of objects and lists around the value. */
  depth: number;
}

/** The normalised form of a non-null value; undefined if that means absent. */
type Decode = (value: JsonValue, state: State) => JsonValue | undefined;

interface Compilation {
  readonly defaults: boolean;
  /** Each struct is compiled once, so that types may be recursive. */
  readonly structs: Map<StructSchema, Decode>;
}

function valueDecoder(schema: Schema, compilation: Compilation): Decode {
  if (schema.type === 'struct') return structDecoder(schema, compilation);
  if (schema.type === 'list') return listDecoder(schema, compilation);
  if (schema.type === 'map') return mapDecoder(schema, compilation);
  if (schema.type === 'choice') return choiceDecoder(schema, compilation);
  return scalarDecoder(schema);
}

/** The type of the value selects the alternative. */
function choiceDecoder(schema: ChoiceSchema, compilation: Compilation): Decode {
  const types = schema.alternatives.map((alternative) => alternative.schema());
  const decoderOf = (type: Schema['type']): Decode | undefined => {
    const chosen = types.find((each) => each.type === type);
    return chosen && valueDecoder(chosen, compilation);
  };
  const [boolean, struct, list] = [decoderOf('boolean'), decoderOf('struct'), decoderOf('list')];
  return (value, state) => {
    const decode = Array.isArray(value) ? list : isObject(value) ? struct : boolean;
    // Kubernetes treats other values as absent, unless the value may be a boolean.
    if (boolean === undefined) return decode?.(value, state);
    if (decode === undefined || (decode === boolean && typeof value !== 'boolean')) {
      throw new Mismatch('boolean or JSON schema expected');
    }
    return decode(value, state);
  };
}

/** Enters an object or list. Leaving it decrements the depth; an error ends the whole decoding. */
function enter(state: State): void {
  if (state.depth >= MAX_DEPTH) throw new Mismatch('exceeded max depth');
  state.depth += 1;
}

interface FieldDecoder {
  readonly name: string;
  readonly decode: Decode;
  /** Whether a zero value is dropped. */
  readonly dropsZero: boolean;
  /** Creates the value of an absent field. */
  readonly absent: (() => JsonValue) | undefined;
}

function structDecoder(schema: StructSchema, compilation: Compilation): Decode {
  const known = compilation.structs.get(schema);
  if (known !== undefined) return known;
  let fields: readonly FieldDecoder[] | undefined;
  const shortName = schema.name.slice(schema.name.lastIndexOf('.') + 1);
  const names = new Set(schema.fields.map((field) => field.name));

  const decode: Decode = (value, state) => {
    if (!isObject(value)) throw wrongType(value, schema);
    fields ??= schema.fields.map((field) => fieldDecoder(field, compilation));
    enter(state);
    const result = newObject();
    let seen = 0;
    for (const field of fields) {
      const given = value[field.name];
      let member: JsonValue | undefined;
      if (given !== undefined) {
        seen += 1;
        if (given !== null) member = decodeField(field, given, state, shortName);
      }
      member ??= field.absent?.();
      if (member !== undefined) result[field.name] = member;
    }
    if (seen !== Object.keys(value).length) addUnknown(value, names, state.unknown);
    state.depth -= 1;
    return result;
  };
  compilation.structs.set(schema, decode);
  return decode;
}

function decodeField(field: FieldDecoder, given: JsonValue, state: State, struct: string): JsonValue | undefined {
  const { unknown } = state;
  const before = unknown.length;
  try {
    const decoded = field.decode(given, state);
    if (unknown.length > before) prefixFrom(unknown, before, `.${field.name}`);
    return field.dropsZero && decoded !== undefined && isZero(decoded) ? undefined : decoded;
  } catch (error) {
    throw error instanceof Mismatch ? error.inField(struct, field.name) : error;
  }
}

function fieldDecoder(field: Field, compilation: Compilation): FieldDecoder {
  const schema = field.schema();
  const decode = valueDecoder(schema, compilation);
  // An empty port name is invalid, and not the number 0.
  const dropsZero = field.presence === 'implicit' || (field.presence === 'always' && schema.type !== 'intOrString');
  return { name: field.name, decode, dropsZero, absent: absentValue(field, schema, decode, compilation) };
}

/** The value of an absent field: its default, or its zero value if it is always written. */
function absentValue(
  field: Field,
  schema: Schema,
  decode: Decode,
  { defaults }: Compilation,
): (() => JsonValue) | undefined {
  if (defaults && field.default !== undefined) {
    const value = decode(JSON.parse(field.default) as JsonValue, { unknown: [], depth: 0 });
    const keepsZero = field.presence !== 'implicit';
    if (value !== undefined && (keepsZero || !isZero(value))) {
      return typeof value === 'object' ? () => deepCopy(value) : () => value;
    }
  }
  return field.presence === 'always' ? zeroValue(schema, decode) : undefined;
}

function listDecoder(schema: ListSchema, compilation: Compilation): Decode {
  const decode = valueDecoder(schema.items(), compilation);
  const zero = zeroValue(schema.items(), decode);
  return (value, state) => {
    if (!Array.isArray(value)) throw wrongType(value, schema);
    enter(state);
    const { unknown } = state;
    const result: JsonArray = [];
    let index = 0;
    try {
      for (const item of value) {
        const before = unknown.length;
        const decoded = item === null ? undefined : decode(item, state);
        result.push(decoded ?? zero());
        if (unknown.length > before) prefixFrom(unknown, before, `[${index}]`);
        index += 1;
      }
    } catch (error) {
      throw error instanceof Mismatch ? error.inside(index) : error;
    }
    state.depth -= 1;
    return result;
  };
}

function mapDecoder(schema: MapSchema, compilation: Compilation): Decode {
  const decode = valueDecoder(schema.values(), compilation);
  const zero = zeroValue(schema.values(), decode);
  return (value, state) => {
    if (!isObject(value)) throw wrongType(value, schema);
    enter(state);
    const { unknown } = state;
    const result = newObject();
    let current = '';
    try {
      for (const key of sorted(Object.keys(value))) {
        current = key;
        const before = unknown.length;
        const item = value[key] as JsonValue;
        const decoded = item === null ? undefined : decode(item, state);
        result[key] = decoded ?? zero();
        if (unknown.length > before) prefixFrom(unknown, before, `.${key}`);
      }
    } catch (error) {
      throw error instanceof Mismatch ? error.inside(current) : error;
    }
    state.depth -= 1;
    return result;
  };
}

/** Creates the value for a null in a list or map, and of an absent field that is always written. */
function zeroValue(schema: Schema, decode: Decode): () => JsonValue {
  if (schema.type === 'list') return () => [];
  if (schema.type === 'map') return newObject;
  if (schema.type === 'struct') return () => decode(newObject(), { unknown: [], depth: 0 }) as JsonObject;
  if (schema.type === 'choice') return () => null;
  const zero = zeroScalar(schema);
  return () => zero;
}

function isZero(value: JsonValue): boolean {
  if (typeof value !== 'object') return value === '' || value === 0 || value === false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

function addUnknown(value: JsonObject, names: ReadonlySet<string>, unknown: string[]): void {
  for (const key of Object.keys(value)) {
    if (!names.has(key) && unknown.length < MAX_UNKNOWN) unknown.push(`.${key}`);
  }
}

/** Prepends `prefix` to the paths added after the first `start`. */
function prefixFrom(paths: string[], start: number, prefix: string): void {
  for (let index = start; index < paths.length; index += 1) paths[index] = prefix + (paths[index] ?? '');
}

/** Sorted; most maps already are. */
function sorted(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort();
  }
  return keys;
}
