import { requiredName, type FieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import type { LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import type { Attributes, Entry, ListOptions } from '@pilothouse/storage/store.js';
import { objectNameOf } from './attributes.js';
import type { Resource } from './resource.js';

/** Which objects of a collection are meant; undefined parts select everything. */
export interface Selection {
  readonly labels: LabelSelector | undefined;
  readonly fields: FieldSelector | undefined;
}

export function selectsAll({ labels, fields }: Selection): boolean {
  return labels === undefined && fields === undefined;
}

/** The one name that the selection allows, where it fixes it to one that an object can have. */
export function selectedName({ fields }: Selection): string | undefined {
  return fields && requiredName(fields);
}

/** Whether an object is selected. The field selector names only fields that the object's kind has. */
export function isSelected({ labels, fields }: Selection, attributes: Attributes): boolean {
  return (
    (labels === undefined || labels.matches(attributes.labels)) &&
    (fields === undefined || fields.matches((field) => attributes.fields[field]))
  );
}

/** Whether entries of the resource are selected. They are looked into only where their key does not tell. */
export function entryFilter(resource: Resource, selection: Selection): (entry: Entry) => boolean {
  if (selectsAll(selection)) return () => true;
  const { labels, fields } = selection;
  if (labels === undefined && fields?.requirements.every(({ field }) => PLACE_FIELDS.has(field)) === true) {
    const place = objectNameOf(resource.definition);
    return ({ key }) => {
      const { namespace, name } = place(key);
      return fields.matches((field) => (field === 'metadata.name' ? name : namespace));
    };
  }
  return (entry) => isSelected(selection, resource.attributesOf(entry));
}

const PLACE_FIELDS = new Set(['metadata.name', 'metadata.namespace']);

/** The requirement on labels that leaves the fewest objects, as far as that can be told; undefined where none names values. */
export function mostSelective({ labels }: Selection): ListOptions['where'] {
  let best: ListOptions['where'];
  for (const { key, operator, values } of labels?.requirements ?? []) {
    if (operator !== '=' && operator !== '==' && operator !== 'in') continue;
    if (best === undefined || values.length < best.values.length) best = { label: key, values };
  }
  return best;
}
