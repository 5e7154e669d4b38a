import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { validateAnnotations, validateLabels } from '@pilothouse/apimachinery/names/labels.js';
import { fieldPath, forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Validates the metadata of a template, which has only labels and annotations (ValidateTemplateObjectMeta). */
export function validateTemplateMetadata(metadata: ObjectMeta, path: string): FieldError[] {
  const { annotations = {}, labels = {}, ...others } = metadata;
  const set = Object.entries(others).filter(([name, value]) => name !== 'creationTimestamp' && value !== undefined);
  return [
    ...validateAnnotations(annotations, fieldPath(path, 'annotations')),
    ...validateLabels(labels, fieldPath(path, 'labels')),
    ...set.map(([name]) => forbidden(fieldPath(path, name), 'cannot be set')),
  ];
}
