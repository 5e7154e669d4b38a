import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { FieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import type { LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import { pathSegmentProblem } from '../request/path-segment.js';
import type { ResourceDefinition } from './definition.js';

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
  const name = fields?.requiresExactMatch('metadata.name');
  return name === undefined || pathSegmentProblem(name) !== undefined ? undefined : name;
}

/** Whether an object is selected. The field selector names only fields that the definition has. */
export function isSelected(selection: Selection, definition: ResourceDefinition, object: JsonObject): boolean {
  const { labels, fields } = selection;
  return (
    (labels === undefined || labels.matches(metadataOf(object).labels ?? {})) &&
    (fields === undefined || fields.matches((field) => fieldOf(definition, object, field)))
  );
}

function fieldOf({ selectableFields }: ResourceDefinition, object: JsonObject, field: string): string {
  if (field === 'metadata.name') return metadataOf(object).name ?? '';
  if (field === 'metadata.namespace') return metadataOf(object).namespace ?? '';
  return selectableFields[field]?.value(object) ?? '';
}
