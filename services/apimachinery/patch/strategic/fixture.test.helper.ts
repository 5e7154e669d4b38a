import * as fc from 'fast-check';
import { newObject, type JsonObject, type JsonValue } from '../../json/value.js';
import type {
  AnySchema,
  Field,
  ListSchema,
  MapSchema,
  Schema,
  StringSchema,
  StructSchema,
} from '../../schema/schema.js';
import { assertJson, jsonObject, unchanged } from '../json.test.helper.js';
import { applyStrategicMergePatch } from './apply.js';

/** A field with the usual defaults. */
export function field(
  name: string,
  schema: () => Schema,
  patch: Pick<Field, 'patchStrategy' | 'patchMergeKey'> = {},
): Field {
  return {
    name,
    number: 1,
    description: '',
    schema,
    presence: 'implicit',
    required: false,
    immutable: false,
    ...patch,
  };
}

export function struct(name: string, fields: readonly Field[]): StructSchema {
  return { type: 'struct', name: `io.example.v1.${name}`, description: '', fields, atomic: false };
}

export function list(items: () => Schema): () => ListSchema {
  return () => ({ type: 'list', items, listType: 'atomic', keys: [] });
}

export function map(values: () => Schema): () => MapSchema {
  return () => ({ type: 'map', values, atomic: false });
}

export const text = (): StringSchema => ({ type: 'string' });
export const integer = (): Schema => ({ type: 'integer', format: 'int64' });
export const anything = (): AnySchema => ({ type: 'any', encoding: 'rawExtension' });

const byName = { patchStrategy: 'merge', patchMergeKey: 'name' } as const;

/** A recursive type with every kind of patch strategy. */
export const ITEM: StructSchema = struct('Item', [
  field('name', text),
  field('value', text),
  field('other', text),
  field('port', integer),
  field('child', () => ITEM),
  field('kept', () => ITEM, { patchStrategy: 'retainKeys' }),
  field('replaced', () => ITEM, { patchStrategy: 'replace' }),
  field(
    'merged',
    list(() => ITEM),
    byName,
  ),
  field(
    'keptList',
    list(() => ITEM),
    { ...byName, patchStrategy: 'merge,retainKeys' },
  ),
  field(
    'ports',
    list(() => ITEM),
    { patchStrategy: 'merge', patchMergeKey: 'port' },
  ),
  field(
    'keyless',
    list(() => ITEM),
    { patchStrategy: 'merge' },
  ),
  field('set', list(text), { patchStrategy: 'merge' }),
  field(
    'atomic',
    list(() => ITEM),
  ),
  field('atomicSet', list(text)),
  field('labels', map(text)),
  field(
    'children',
    map(() => ITEM),
  ),
  field('raw', anything),
]);

export type PatchCase = readonly [name: string, document: string, patch: string, result: string];

/** One test for each case: applies the patch to a document of type ITEM, and checks that the inputs are unmodified. */
export function describePatches(title: string, groups: Readonly<Record<string, readonly PatchCase[]>>): void {
  describe(title, () => {
    for (const [group, cases] of Object.entries(groups)) {
      describe(group, () => {
        for (const [name, document, patch, result] of cases) {
          it(`${name}: ${document} + ${patch}`, () => {
            const inputs = [jsonObject(document), jsonObject(patch)] as const;
            const patched = unchanged(inputs, () => applyStrategicMergePatch(...inputs, ITEM));
            assertJson(patched, result);
          });
        }
      });
    }
  });
}

export interface ItemOptions {
  readonly nulls: boolean;
  readonly directives: boolean;
}

/** Documents of type ITEM, or patches for them. No list has duplicate keys. */
export function items({ nulls, directives }: ItemOptions): fc.Arbitrary<JsonObject> {
  const word: fc.Arbitrary<JsonValue> = fc.constantFrom('a', 'b', 'c', ...(nulls ? [null] : []));
  const names = fc.uniqueArray(fc.constantFrom<JsonValue>('a', 'b', 'c', 'd'), { maxLength: 4 });
  const marks: Record<string, fc.Arbitrary<JsonValue>> = {
    $patch: fc.constantFrom('replace', 'delete', 'merge'),
    $retainKeys: fc.constantFrom<JsonValue>(['name', 'set', 'merged'], ['name'], 1),
    '$deleteFromPrimitiveList/set': names,
    '$setElementOrder/set': names,
    '$setElementOrder/merged': names.map((list) => list.map((name) => ({ name }))),
  };
  const { item } = fc.letrec<{ item: JsonObject }>((tie) => {
    const list = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), tie('item')), {
      maxLength: 3,
      selector: ([name]) => name,
    });
    const merged = list.map((named) => named.map(([name, value]) => ({ ...value, name })));
    const small: Record<string, fc.Arbitrary<JsonValue>> = {
      value: word,
      set: names,
      labels: fc.dictionary(word.map(String), word),
    };
    const deep: Record<string, fc.Arbitrary<JsonValue>> = {
      child: tie('item'),
      merged,
      atomic: merged,
      kept: tie('item'),
    };
    const record = (fields: Record<string, fc.Arbitrary<JsonValue>>) =>
      fc
        .record({ ...fields, ...(directives && marks) }, { requiredKeys: [] })
        .map((made) => Object.assign(newObject(), made));
    return { item: fc.oneof({ maxDepth: 3 }, record(small), record({ ...small, ...deep })) };
  });
  return item;
}
