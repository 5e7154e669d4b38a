import type { Field, ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.js';

export function field(
  name: string,
  schema: () => Schema,
  rest: Partial<Pick<Field, 'presence' | 'default'>> = {},
): Field {
  return {
    name,
    number: 1,
    description: '',
    schema,
    presence: 'implicit',
    required: false,
    immutable: false,
    ...rest,
  };
}

export function struct(name: string, fields: readonly Field[], atomic = false): StructSchema {
  return { type: 'struct', name: `io.example.v1.${name}`, description: '', fields, atomic };
}

export function list(items: () => Schema, listType: ListSchema['listType'] = 'atomic', keys: string[] = []): Schema {
  return { type: 'list', items, listType, keys };
}

export function map(values: () => Schema, atomic = false): MapSchema {
  return { type: 'map', values, atomic };
}

export const text = (): Schema => ({ type: 'string' });
export const integer = (): Schema => ({ type: 'integer', format: 'int64' });

const PORT = struct('Port', [
  field('port', integer),
  field('protocol', text, { default: '"TCP"' }),
  field('note', text),
  field('more', text),
]);

const PAIR = struct('Pair', [field('left', text), field('right', text)], true);

/** A recursive type with every topology of server-side apply. */
export const THING: StructSchema = struct('Thing', [
  field('apiVersion', text),
  field('kind', text),
  field('metadata', () => METADATA, { presence: 'always' }),
  field('spec', () => SPEC, { presence: 'always' }),
  field('name', text),
  field('value', text),
  field('count', integer),
  field('flag', () => ({ type: 'boolean' })),
  field('port', () => ({ type: 'intOrString' })),
  field('child', () => THING),
  field('pair', () => PAIR),
  field('labels', () => map(text)),
  field('things', () => map(() => THING)),
  field('atoms', () => map(text, true)),
  field('items', () => list(() => THING, 'map', ['name'])),
  field('ports', () => list(() => PORT, 'map', ['protocol', 'port'])),
  field('set', () => list(text, 'set')),
  field('numbers', () => list(integer, 'set')),
  field('list', () => list(() => THING)),
  field('lists', () => list(() => list(text, 'set'))),
  field('raw', () => ({ type: 'any', encoding: 'rawExtension' })),
]);

const METADATA = struct('Metadata', [
  field('name', text),
  field('namespace', text),
  field('uid', text),
  field('resourceVersion', text),
  field('generation', integer),
  field('labels', () => map(text)),
  field('annotations', () => map(text)),
  field('finalizers', () => list(text, 'set')),
]);

const SPEC = struct('Spec', [field('size', integer), field('mode', text)]);
