import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Attributes, Entry } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { storedMetadata } from '@pilothouse/kinds/definition/stored-metadata.js';
import { currentForm } from './former-versions.js';
import { collectionPrefix } from './keys.js';

const NO_LABELS: Attributes['labels'] = Object.freeze({});

/** Namespace and name of an object, parsed from its key. */
export interface ObjectName {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** Returns a function that parses an object's namespace and name from its key. */
export function objectNameOf(definition: ResourceDefinition): (key: string) => ObjectName {
  const skipped = collectionPrefix(definition).length;
  if (definition.scope === 'Cluster') return (key) => ({ namespace: '', name: key.slice(skipped) });
  return (key) => {
    const slash = key.indexOf('/', skipped);
    return { namespace: key.slice(skipped, slash), name: key.slice(slash + 1) };
  };
}

/**
 * Returns a function that computes the selector attributes of a stored object, in some microseconds per kilobyte.
 * Numbers are parsed as doubles, so a selectable field must not depend on the last digits of a large number.
 */
export function extractAttributes(definition: ResourceDefinition): (entry: Pick<Entry, 'key' | 'value'>) => Attributes {
  const attributesOf = attributesOfObjects(definition);
  const current = currentForm(definition);
  // Labels need only the metadata.
  const read = Object.keys(definition.selectableFields).length === 0 ? readMetadata : readWhole;
  return ({ key, value }) => attributesOf(key, read(current === undefined ? value : current(key, value)));
}

/** Returns a function that computes the selector attributes of an object under a key. */
export function attributesOfObjects(definition: ResourceDefinition): (key: string, object: JsonObject) => Attributes {
  const own = Object.entries(definition.selectableFields);
  const nameOf = objectNameOf(definition);
  return (key, object) => {
    const { namespace, name } = nameOf(key);
    const fields: Record<string, string> = { 'metadata.name': name, 'metadata.namespace': namespace };
    for (const [field, selectable] of own) fields[field] = selectable.value(object);
    return { labels: (object as StoredObject).metadata.labels ?? NO_LABELS, fields };
  };
}

/**
 * The selector attributes of an object of an unknown kind: labels, namespace and name. Its selectable fields are read
 * when a selector names them.
 */
export function customAttributes({ key, value }: Pick<Entry, 'key' | 'value'>): Attributes {
  const [namespace, name] = nameInCustomKey(key);
  const { labels = NO_LABELS } = readMetadata(value).metadata;
  return { labels, fields: { 'metadata.name': name, 'metadata.namespace': namespace } };
}

function nameInCustomKey(key: string): [namespace: string, name: string] {
  const [, , , first = '', second] = key.split('/');
  return second === undefined ? ['', first] : [first, second];
}

function readMetadata(value: Uint8Array): StoredObject {
  return { metadata: JSON.parse(storedMetadata(value).toString()) as StoredObject['metadata'] };
}

function readWhole(value: Uint8Array): StoredObject {
  return JSON.parse(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()) as StoredObject;
}

/** The guaranteed shape of every stored object. */
type StoredObject = JsonObject & { readonly metadata: { readonly labels?: Attributes['labels'] } };
