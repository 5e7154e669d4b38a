import {
  copyObject,
  isObject,
  newObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { validateAnnotations, validateLabels } from '@pilothouse/apimachinery/names/labels.js';
import { fieldErrorText, MAX_REPORTED_ERRORS, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { typeText } from './conversion-error.js';

/** The invalid part of an object, which Kubernetes' messages distinguish. */
export type InvalidPart = 'type' | 'object' | 'metadata';

export type CheckedObject =
  | { readonly ok: true; readonly object: JsonObject }
  | { readonly ok: false; readonly part: InvalidPart; readonly message: string };

/**
 * Checks an object that a webhook returned: kind, name, namespace and uid must not change. Only labels and annotations are
 * taken from its metadata, everything else from the original's. The messages are Kubernetes'.
 */
export function checkConverted(original: JsonObject, converted: JsonValue, apiVersion: string): CheckedObject {
  if (!isObject(converted) || textAt(converted, 'kind') === '') {
    const shown = writeJson(converted).slice(0, 1_000);
    return wrong('type', `Object 'Kind' is missing in '${shown}'`);
  }
  const version = textAt(converted, 'apiVersion');
  if (version !== apiVersion)
    return wrong('type', `invalid groupVersion (expected ${apiVersion}, received ${version})`);
  const [kind, given] = [textAt(original, 'kind'), textAt(converted, 'kind')];
  if (kind !== given) return wrong('type', `invalid kind (expected ${kind}, received ${given})`);
  for (const [field, name] of FIXED) {
    const [before, after] = [original, converted].map((object) => metadataText(object, field));
    if (before !== after) return wrong('object', `must have the same ${name}: ${before} != ${after}`);
  }
  const metadata = restored(original, converted);
  if (typeof metadata === 'string') return wrong('metadata', metadata);
  return { ok: true, object: Object.assign(copyObject(converted), { metadata }) };
}

const FIXED = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

const wrong = (part: InvalidPart, message: string): CheckedObject => ({ ok: false, part, message });

function textAt(object: JsonObject, name: string): string {
  const value = ownValue(object, name);
  return typeof value === 'string' ? value : '';
}

function metadataText(object: JsonObject | undefined, name: string): string {
  const metadata = object && ownValue(object, 'metadata');
  return isObject(metadata) ? textAt(metadata, name) : '';
}

/** The original's metadata with the labels and annotations of the converted object, or the error in these. */
function restored(original: JsonObject, converted: JsonObject): JsonObject | string {
  const given = ownValue(converted, 'metadata');
  if (given === undefined) return 'missing metadata in converted object';
  if (!isObject(given)) return `invalid metadata of type ${typeText(given)} in converted object`;
  const before = ownValue(original, 'metadata');
  const metadata = isObject(before) ? copyObject(before) : newObject();
  for (const [field, path, validate] of CHANGEABLE) {
    const value = ownValue(given, field) ?? null;
    if (value === null) {
      delete metadata[field];
      continue;
    }
    if (!isObject(value)) return `invalid metadata.${field} of type ${typeText(value)} in converted object`;
    for (const [key, text] of Object.entries(value)) {
      if (typeof text === 'string') continue;
      return `metadata.${field}[${key}] must be a string, but is ${typeText(text)} in converted object`;
    }
    const former = ownValue(metadata, field);
    // An unchanged stored value is kept, even if it is invalid today.
    if (!hasSameTexts(former, value)) {
      const errors = validate(value as Readonly<Record<string, string>>, path);
      if (errors.length > 0) return aggregate(errors);
    }
    metadata[field] = value;
  }
  return metadata;
}

/** The path `metadata.annotation` is Kubernetes'. */
const CHANGEABLE = [
  ['labels', 'metadata.labels', validateLabels],
  ['annotations', 'metadata.annotation', validateAnnotations],
] as const;

function hasSameTexts(former: JsonValue | undefined, texts: JsonObject): boolean {
  const before = isObject(former) ? former : {};
  const keys = Object.keys(texts);
  return keys.length === Object.keys(before).length && keys.every((key) => ownValue(before, key) === texts[key]);
}

function aggregate(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.slice(0, MAX_REPORTED_ERRORS).map(fieldErrorText))];
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
