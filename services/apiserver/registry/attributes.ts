import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Attributes, Entry } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { storedMetadata } from '@pilothouse/kinds/definition/stored-metadata.js';
import { currentForm } from './former-versions.js';
import { collectionPrefix } from './keys.js';

const NO_LABELS: Attributes['labels'] = Object.freeze({});

/** Where an object is, as its key tells. */
export interface ObjectName {
  /** Empty for what has none. */
  readonly namespace: string;
  readonly name: string;
}

/** Makes the function that reads an object's place out of its key. */
export function objectNameOf(definition: ResourceDefinition): (key: string) => ObjectName {
  const skipped = collectionPrefix(definition).length;
  if (definition.scope === 'Cluster') return (key) => ({ namespace: '', name: key.slice(skipped) });
  return (key) => {
    const slash = key.indexOf('/', skipped);
    return { namespace: key.slice(skipped, slash), name: key.slice(slash + 1) };
  };
}

/**
 * Makes the function that extracts from a stored object what selectors see of it: some microseconds for each kilobyte that is read.
 * Numbers are read as doubles, so no selectable field may depend on the last digits of a large one.
 */
export function extractAttributes(definition: ResourceDefinition): (entry: Pick<Entry, 'key' | 'value'>) => Attributes {
  const attributesOf = attributesOfObjects(definition);
  const current = currentForm(definition);
  // Labels need the metadata alone.
  const read = Object.keys(definition.selectableFields).length === 0 ? readMetadata : readWhole;
  return ({ key, value }) => attributesOf(key, read(current === undefined ? value : current(key, value)));
}

/** Makes the function that tells what selectors see of an object that is, or could be, stored under a key. */
export function attributesOfObjects(definition: ResourceDefinition): (key: string, object: JsonObject) => Attributes {
  const own = Object.entries(definition.selectableFields);
  const place = objectNameOf(definition);
  return (key, object) => {
    const { namespace, name } = place(key);
    const fields: Record<string, string> = { 'metadata.name': name, 'metadata.namespace': namespace };
    for (const [field, selectable] of own) fields[field] = selectable.value(object);
    return { labels: (object as StoredObject).metadata.labels ?? NO_LABELS, fields };
  };
}

/**
 * What selectors see of an object whose kind is not known: its labels and its place. Fields that a kind makes selectable are read
 * when a selector names them.
 */
export function customAttributes({ key, value }: Pick<Entry, 'key' | 'value'>): Attributes {
  const [namespace, name] = nameInCustomKey(key);
  const { labels = NO_LABELS } = readMetadata(value).metadata;
  return { labels, fields: { 'metadata.name': name, 'metadata.namespace': namespace } };
}

function nameInCustomKey(key: string): [namespace: string, name: string] {
  const [, , , ...place] = key.split('/');
  const [first = '', second] = place;
  return second === undefined ? ['', first] : [first, second];
}

function readMetadata(value: Uint8Array): StoredObject {
  return { metadata: JSON.parse(storedMetadata(value).toString()) as StoredObject['metadata'] };
}

function readWhole(value: Uint8Array): StoredObject {
  return JSON.parse(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()) as StoredObject;
}

/** What is certain of every object that was stored. */
type StoredObject = JsonObject & { readonly metadata: { readonly labels?: Attributes['labels'] } };
