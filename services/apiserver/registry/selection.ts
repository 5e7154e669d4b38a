import { requiredName, type FieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import type { LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import type { Attributes, Entry, ListOptions } from '@pilothouse/storage/store.js';
import { objectNameOf } from './attributes.js';
import type { Resource } from './resource.js';

/** The selectors of a list, watch or deletecollection; undefined parts select everything. */
export interface Selection {
  readonly labels: LabelSelector | undefined;
  readonly fields: FieldSelector | undefined;
}

export function selectsAll({ labels, fields }: Selection): boolean {
  return labels === undefined && fields === undefined;
}

/** The name to which the selection is restricted, if it is a valid name. */
export function selectedName({ fields }: Selection): string | undefined {
  return fields && requiredName(fields);
}

/** Whether the selection matches. The field selector names only fields of the object's kind. */
export function isSelected({ labels, fields }: Selection, attributes: Attributes): boolean {
  return (
    (labels === undefined || labels.matches(attributes.labels)) &&
    (fields === undefined || fields.matches((field) => attributes.fields[field]))
  );
}

/** Returns a filter of entries. Values are parsed only if the key does not suffice. */
export function entryFilter(resource: Resource, selection: Selection): (entry: Entry) => boolean {
  if (selectsAll(selection)) return () => true;
  const { labels, fields } = selection;
  if (labels === undefined && fields?.requirements.every(({ field }) => KEY_FIELDS.has(field)) === true) {
    const nameOf = objectNameOf(resource.definition);
    // Most keys differ in the name, and a list of all namespaces compares each.
    const ending = requiredName(fields) ?? '';
    return ({ key }) => {
      if (!key.endsWith(ending)) return false;
      const { namespace, name } = nameOf(key);
      return fields.matches((field) => (field === 'metadata.name' ? name : namespace));
    };
  }
  return (entry) => isSelected(selection, resource.attributesOf(entry));
}

const KEY_FIELDS = new Set(['metadata.name', 'metadata.namespace']);

/** The label requirement that is probably the most selective; undefined if none lists values. */
export function mostSelective({ labels }: Selection): ListOptions['where'] {
  let best: ListOptions['where'];
  for (const { key, operator, values } of labels?.requirements ?? []) {
    if (operator !== '=' && operator !== '==' && operator !== 'in') continue;
    if (best === undefined || values.length < best.values.length) best = { label: key, values };
  }
  return best;
}
