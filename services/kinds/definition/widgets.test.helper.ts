import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import { objectMetaSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { apiVersionField, kindField } from '@pilothouse/apimachinery/schema/common.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import type { Field, Schema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { NAME_COLUMN } from './columns.js';
import { ALL_VERBS, type Conversion, type ResourceDefinition, type VersionDefinition } from './definition.js';
import { subdomainName } from './names.js';

const field = (name: string, number: number, schema: Schema, rest: Partial<Field> = {}): Field => ({
  name,
  number,
  description: `The ${name}.`,
  schema: () => schema,
  presence: 'implicit',
  required: false,
  immutable: false,
  ...rest,
});

const struct = (name: string, fields: readonly Field[]): StructSchema => ({
  type: 'struct',
  name: `io.example.${name}`,
  description: `A ${name}.`,
  atomic: false,
  fields,
});

const TEXT: Schema = { type: 'string' };
const COUNT: Schema = { type: 'integer', format: 'int32' };
const TAGS: Schema = { type: 'list', items: () => TEXT, listType: 'set', keys: [] };
const ALWAYS = { presence: 'always' } as const;

const meta = [kindField, apiVersionField, field('metadata', 1, objectMetaSchema, ALWAYS)];
const status = struct('Status', [field('ready', 1, { type: 'boolean' })]);

/** The first version has a flat schema, and calls the width a size. */
const v1Schema = struct('v1.Widget', [
  ...meta,
  field('size', 2, COUNT, { ...ALWAYS, default: '1' }),
  field('colour', 3, TEXT),
  field('tags', 4, TAGS),
  field('status', 5, status, ALWAYS),
]);

const spec = struct('Spec', [
  field('colour', 1, TEXT),
  field('width', 2, COUNT, { ...ALWAYS, default: '1' }),
  field('tags', 3, TAGS),
]);

const v2Schema = struct('v2.Widget', [...meta, field('spec', 2, spec, ALWAYS), field('status', 3, status, ALWAYS)]);

const decodeV1 = compileDecoder(v1Schema);
const decodeV2 = compileDecoder(v2Schema);

function made(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const object = newObject();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) object[name] = value;
  return object;
}

function toV2({ metadata, size, colour, tags, status: state }: JsonObject): JsonObject {
  return decodeV2(made({ metadata, spec: made({ width: size, colour, tags }), status: state })).value;
}

function toV1({ metadata, spec: given, status: state }: JsonObject): JsonObject {
  const { width, colour, tags } = isObject(given) ? given : newObject();
  return decodeV1(made({ metadata, size: width, colour, tags, status: state })).value;
}

const V1_TO_V2: Conversion = { toStored: toV2, fromStored: toV1 };
const V2_TO_V1: Conversion = { toStored: toV1, fromStored: toV2 };

type Release = 'v1 alone' | 'both, stored as v1' | 'both, stored as v2' | 'v2, and v1 is only read';

/** Widgets in a release of a sequence: first v1 only, in the end v2 only. */
export function widgets(release: Release): ResourceDefinition {
  const isV1 = release === 'v1 alone' || release === 'both, stored as v1';
  const v1: VersionDefinition = {
    name: 'v1',
    schema: v1Schema,
    ...(!isV1 && { conversion: V1_TO_V2 }),
    ...(release === 'v2, and v1 is only read' && { served: false as const }),
  };
  const v2: VersionDefinition = { name: 'v2', schema: v2Schema, ...(isV1 && { conversion: V2_TO_V1 }) };
  /** The object that holds the fields in this version. The other form yields nothing. */
  const part = (object: JsonObject): JsonObject => {
    if (isV1) return object;
    const { spec: found } = object;
    return isObject(found) ? found : newObject();
  };
  const widthOf = (object: JsonObject): JsonValue => part(object)[isV1 ? 'size' : 'width'] ?? null;
  return {
    group: 'example.io',
    versions: release === 'v1 alone' ? [v1] : [v2, v1],
    storageVersion: isV1 ? 'v1' : 'v2',
    resource: 'widgets',
    singular: 'widget',
    kind: 'Widget',
    shortNames: [],
    categories: [],
    scope: 'Namespaced',
    verbs: ALL_VERBS,
    columns: [
      NAME_COLUMN,
      {
        name: 'Width',
        type: 'integer',
        description: 'How wide it is.',
        priority: 0,
        cell: widthOf,
      },
    ],
    selectableFields: { width: { value: (object) => JSON.stringify(widthOf(object)) } },
    setDefaults: (object) => {
      part(object)['colour'] ??= 'grey';
    },
    strategy: {
      nameErrors: subdomainName,
      prepareForCreate: (object) => {
        object['status'] = newObject();
      },
      prepareForUpdate: (object, old) => {
        object['status'] = old['status'] ?? newObject();
        part(object)['colour'] = part(old)['colour'] ?? 'none';
      },
      validate(object, old) {
        const [width, before] = [widthOf(object), old && widthOf(old)];
        const at = isV1 ? 'size' : 'spec.width';
        if (typeof width === 'number' && width > 100) return [invalid(at, width, 'must be at most 100')];
        return old !== undefined && !(Number(width) >= Number(before ?? Number.NaN))
          ? [invalid(at, width, 'must not shrink')]
          : [];
      },
      warnings: (object, old) =>
        widthOf(object) === 13 ? [`unlucky width, formerly ${JSON.stringify(old && widthOf(old))}`] : [],
      resetFields: fieldPaths([['status']]),
      createOnUpdate: false,
      deleteReturns: 'status',
    },
    subresources: {
      status: {
        type: 'part',
        verbs: ['get', 'update', 'patch'],
        prepareForUpdate(object, old) {
          for (const name of isV1 ? ['size', 'colour', 'tags'] : ['spec']) {
            const value = old[name];
            if (value === undefined) delete object[name];
            else object[name] = value;
          }
        },
      },
    },
  };
}
