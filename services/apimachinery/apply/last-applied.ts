import { canonicalJson } from '../fieldpath/canonical.js';
import { difference, EMPTY, type PathSet } from '../fieldpath/path-set.js';
import { parseJson } from '../json/parse.js';
import { copyObject, isObject, ownValue, type JsonObject } from '../json/value.js';
import { utf8Length } from '../names/messages.js';
import { compare } from '../typed/compare.js';
import { fieldSet } from '../typed/field-set.js';
import type { Type } from '../typed/type.js';
import { validate } from '../typed/validate.js';
import type { Write } from './write.js';

/** The annotation in which kubectl stores its last applied config as JSON. */
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
/** Size limit of an object's annotations in bytes, names included. */
const MAX_ANNOTATIONS = 256 * 1024;

/**
 * The fields that kubectl applied on the client's side and that still have these values. kubectl may take them over
 * without a conflict. Empty if the annotation is absent, invalid or of another version.
 */
export function appliedByKubectl(
  type: Type,
  live: JsonObject,
  { version, versions }: Pick<Write, 'version' | 'versions'>,
): PathSet {
  const config = readAnnotation(live);
  if (config === undefined || config['apiVersion'] !== version) return EMPTY;
  try {
    validate(type, config);
  } catch {
    return EMPTY;
  }
  const applied = versions.storedConfig(config, version);
  const { modified, added, removed } = compare(type, applied, live);
  return [modified, added, removed].reduce(difference, fieldSet(type, applied));
}

function readAnnotation(live: JsonObject): JsonObject | undefined {
  const text = annotationsOf(live)?.[ANNOTATION];
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    const { value } = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const metadata = ownValue(object, 'metadata') ?? null;
  const annotations = isObject(metadata) ? ownValue(metadata, 'annotations') : undefined;
  return isObject(annotations) ? annotations : undefined;
}

/** The object with an updated annotation, if it has one; without it if it would exceed the limit. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  const annotations = annotationsOf(object);
  if (annotations === undefined || (annotations[ANNOTATION] ?? '') === '') return object;
  const changed = copyObject(annotations);
  changed[ANNOTATION] = `${canonicalJson(withoutAnnotation(config))}\n`;
  if (sizeOf(changed) > MAX_ANNOTATIONS) delete changed[ANNOTATION];
  return withAnnotations(object, changed);
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const annotations = annotationsOf(config);
  if (annotations === undefined) return config;
  const changed = copyObject(annotations);
  delete changed[ANNOTATION];
  return withAnnotations(config, changed);
}

function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const copy = copyObject(object);
  const metadata = isObject(copy['metadata']) ? copyObject(copy['metadata']) : copyObject({});
  metadata['annotations'] = annotations;
  copy['metadata'] = metadata;
  return copy;
}

function sizeOf(annotations: JsonObject): number {
  return Object.entries(annotations)
    .flat()
    .reduce<number>((sum, text) => sum + (typeof text === 'string' ? utf8Length(text) : 0), 0);
}
