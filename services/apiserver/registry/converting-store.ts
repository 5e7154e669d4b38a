import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Attributes, Store } from '@pilothouse/storage/store.js';
import type { StoredAs } from '@pilothouse/kinds/definition/definition.js';
import { mappedStore } from './mapped-store.js';
import { eachEntry } from '@pilothouse/kinds/definition/mapping.js';
import type { StoredForm } from '@pilothouse/kinds/definition/stored-form.js';

export interface ConvertingOptions {
  /** The two lose nothing, and give objects in normal form. */
  readonly fromStored: StoredAs['fromStored'];
  readonly toStored: StoredAs['toStored'];
  /** How the objects would be stored if they were kept as what they are served as. */
  readonly served: StoredForm;
  /** How they are stored. */
  readonly stored: StoredForm;
  /** What selectors see of a served object. */
  readonly attributesOf: (key: string, object: JsonObject) => Attributes;
}

/** The objects of another resource, or another version, as if they were kept in the form of this one. */
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
