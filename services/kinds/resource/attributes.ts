import type { DeviceAttribute } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { readSemver } from '@pilothouse/apimachinery/names/semver.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const MAX_TEXT = 64;

/** The fields of lists. */
export const LISTS = ['ints', 'bools', 'strings', 'versions'] as const;

/** Validates the value of an attribute, which has exactly one field (Kubernetes' validateDeviceAttribute). */
export function validateAttribute(attribute: DeviceAttribute, path: string): FieldError[] {
  const { string, version, strings = [], versions = [] } = attribute;
  const field = (name: string): string => fieldPath(path, name);
  return [
    ...(string === undefined ? [] : validateText(string, field('string'))),
    ...(version === undefined ? [] : validateVersion(version, field('version'))),
    ...eachError(strings, (text, index) => validateText(text, keyPath(field('strings'), index))),
    ...eachError(versions, (text, index) => validateVersion(text, keyPath(field('versions'), index))),
    ...validateUnion(attribute, path),
  ];
}

function validateUnion(attribute: DeviceAttribute, path: string): FieldError[] {
  const count = Object.values(attribute).filter((value) => value !== undefined).length;
  return count === 1 ? [] : [invalid(path, count === 0 ? '' : attribute, 'exactly one value must be specified')];
}

function validateText(text: string, field: string): FieldError[] {
  return utf8Length(text) > MAX_TEXT ? [tooLong(field, MAX_TEXT)] : [];
}

function validateVersion(text: string, field: string): FieldError[] {
  const errors = validateText(text, field);
  if (readSemver(text) !== undefined) return errors;
  return [invalid(field, text, 'must be a string compatible with semver.org spec 2.0.0'), ...errors];
}

/** The number of values: each item of a list counts. */
export function countValues(attributes: Readonly<Record<string, DeviceAttribute>>): number {
  return Object.values(attributes).reduce((sum, attribute) => {
    const items = LISTS.reduce((count, name) => count + (attribute[name]?.length ?? 0), 0);
    return sum + Math.max(1, items);
  }, 0);
}
