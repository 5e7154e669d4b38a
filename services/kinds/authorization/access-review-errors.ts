import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

type Spec = SelfSubjectAccessReview['spec'];

/** Validates a SelfSubjectAccessReview. */
export function selfReviewErrors({ metadata, spec }: SelfSubjectAccessReview): FieldError[] {
  return [...questionErrors(spec), ...selectorErrors(spec), ...metadataErrors(metadata, 'must be empty')];
}

/** Validates a SubjectAccessReview. */
export function reviewErrors({ metadata, spec }: SubjectAccessReview): FieldError[] {
  return [...subjectErrors(spec), ...metadataErrors(metadata, 'must be empty')];
}

/** Validates a LocalSubjectAccessReview, which names its namespace in its metadata. */
export function localReviewErrors({ metadata, spec }: LocalSubjectAccessReview): FieldError[] {
  const { namespace = '', ...rest } = metadata;
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors = [...subjectErrors(spec), ...metadataErrors(rest, 'must be empty except for namespace')];
  const asked = resourceAttributes?.namespace ?? '';
  if (resourceAttributes !== undefined && asked !== namespace) {
    errors.push(invalid('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace'));
  }
  if (nonResourceAttributes !== undefined) {
    const text = 'disallowed on this kind of request';
    errors.push(invalid('spec.nonResourceAttributes', nonResourceAttributes, text));
  }
  return errors;
}

function subjectErrors(spec: SubjectAccessReviewSpec): FieldError[] {
  const { user = '', groups = [] } = spec;
  const errors = questionErrors(spec);
  if (user === '' && groups.length === 0) {
    errors.push(invalid('spec.user', user, 'at least one of user or group must be specified'));
  }
  return [...errors, ...selectorErrors(spec)];
}

function questionErrors({ resourceAttributes, nonResourceAttributes }: Spec): FieldError[] {
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const text = 'cannot be specified in combination with resourceAttributes';
    return [invalid('spec.nonResourceAttributes', nonResourceAttributes, text)];
  }
  if (resourceAttributes !== undefined || nonResourceAttributes !== undefined) return [];
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid('spec.resourceAttributes', null, text)];
}

/** A selector has requirements or a raw text, not both. */
function selectorErrors({ resourceAttributes: { fieldSelector, labelSelector } = {} }: Spec): FieldError[] {
  return Object.entries({ fieldSelector, labelSelector }).flatMap(([name, selector]) => {
    if (selector === undefined) return [];
    const path = `spec.resourceAttributes.${name}`;
    const { rawSelector = '', requirements = [] } = selector;
    if (rawSelector !== '' && requirements.length > 0) {
      return [
        invalid(fieldPath(path, 'rawSelector'), rawSelector, 'may not specified at the same time as requirements'),
      ];
    }
    if (rawSelector === '' && requirements.length === 0) {
      return [
        required(fieldPath(path, 'requirements'), `when ${path} is specified, requirements or rawSelector is required`),
      ];
    }
    return eachError<{ readonly key: string }>(requirements, ({ key }, index) =>
      key === ''
        ? [required(fieldPath(keyPath(fieldPath(path, 'requirements'), index), 'key'), 'must be specified')]
        : [],
    );
  });
}

/** Reviews carry no managedFields. */
function metadataErrors(metadata: ObjectMeta, text: string): FieldError[] {
  const said = Object.keys(metadata).filter((key) => key !== 'managedFields');
  return said.length === 0 ? [] : [invalid('metadata', metadata, text)];
}
