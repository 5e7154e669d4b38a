import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Attributes, Store } from '@pilothouse/storage/store.js';
import type { StoredAs } from '@pilothouse/kinds/definition/definition.js';
import { mappedStore } from './mapped-store.js';
import { eachEntry } from '@pilothouse/kinds/definition/mapping.js';
import type { StoredForm } from '@pilothouse/kinds/definition/stored-form.js';

export interface ConvertingOptions {
  /** Lossless. Returns objects in normal form. */
  readonly fromStored: StoredAs['fromStored'];
  readonly toStored: StoredAs['toStored'];
  /** The stored form, if the objects were stored as served. */
  readonly served: StoredForm;
  /** The actual stored form. */
  readonly stored: StoredForm;
  /** The selector attributes of a served object. */
  readonly attributesOf: (key: string, object: JsonObject) => Attributes;
}

/** A view of the objects of another resource or version in the form of this one. */
export function convertingStore(store: Store, options: ConvertingOptions): Store {
  const { served, stored, fromStored, toStored, attributesOf } = options;
  return mappedStore(store, {
    read: eachEntry(({ key, value, ...rest }) => {
      const object = fromStored(stored.decode({ key, value, revision: 0 }));
      return { ...rest, key, value: served.encode(object), attributes: attributesOf(key, object) };
    }),
    write: (key, value) => stored.encode(toStored(served.decode({ key, value, revision: 0 }))),
  });
}
