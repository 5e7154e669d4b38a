import { toJson } from '@pilothouse/cel/patches/json.js';
import { APPLY_CONFIGURATION } from '@pilothouse/cel/patches/types.js';
import { typeNameProblem } from '@pilothouse/cel/patches/type-names.js';
import { typeName } from '@pilothouse/cel/values/kind.js';
import { CelError, Message, type Value } from '@pilothouse/cel/values/value.js';
import { ApplyError } from '@pilothouse/apimachinery/fieldpath/apply-error.js';
import { elementText, indexElement, type PathElement } from '@pilothouse/apimachinery/fieldpath/element.js';
import { copyObject, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { merge } from '@pilothouse/apimachinery/typed/merge.js';
import type { Type } from '@pilothouse/apimachinery/typed/type.js';
import { validate } from '@pilothouse/apimachinery/typed/validate.js';
import { MutationError } from './mutation-error.js';

/**
 * Merges the apply configuration, the value of a mutation's expression, into an object of a type, as server-side apply
 * does without owners: nothing is removed. Returns `object` itself if nothing changes. Throws a MutationError.
 */
export function withApplyConfiguration(type: Type, object: JsonObject, value: Value): JsonObject {
  if (!(value instanceof Message) || value.typeName !== APPLY_CONFIGURATION.name) {
    throw new MutationError(`unsupported return type from ApplyConfiguration expression: ${typeName(value)}`);
  }
  const json = toJson(value, { hugeIntegersAreTexts: false });
  if (json instanceof CelError || !isObject(json)) throw new MutationError('invalid return type: *dynamic.ObjectVal');
  const problem = typeNameProblem(value);
  if (problem !== undefined) throw new MutationError(`type mismatch: ${problem}`);
  const merged = merge(type, object, checked(type, withTypeOf(json, object)));
  return isObject(merged) ? merged : object;
}

function withTypeOf(configuration: JsonObject, { apiVersion, kind }: JsonObject): JsonObject {
  const typed = copyObject(configuration);
  if (apiVersion !== undefined) typed['apiVersion'] = apiVersion;
  if (kind !== undefined) typed['kind'] = kind;
  return typed;
}

/** The configuration, which has its type and sets nothing that is atomic. */
function checked(type: Type, configuration: JsonObject): JsonObject {
  try {
    validate(type, configuration);
  } catch (error) {
    if (!(error instanceof ApplyError)) throw error;
    throw failed(`failed to convert patch object to typed object: ${error.message}`);
  }
  const atomic = [...atomicPaths(type, configuration, [])];
  if (atomic.length === 0) return configuration;
  throw failed(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`);
}

function failed(why: string): MutationError {
  return new MutationError(`error applying patch: ${why}`);
}

/**
 * The paths of the atomic objects and lists in a value. A policy may not set them, because all fields that it does not
 * set would be removed.
 */
function* atomicPaths({ object, list }: Type, value: JsonValue, path: readonly PathElement[]): Generator<string> {
  if (isObject(value) && object !== undefined) {
    if (object.atomic) yield textOf(path);
    for (const [name, field] of Object.entries(value)) {
      const member = object.fields.get(name);
      if (member !== undefined) yield* atomicPaths(member.type, field, [...path, member.element]);
    }
  } else if (Array.isArray(value) && list !== undefined) {
    if (list.relation === 'atomic') yield textOf(path);
    for (const [index, item] of value.entries()) yield* atomicPaths(list.items, item, [...path, indexElement(index)]);
  }
}

function textOf(path: readonly PathElement[]): string {
  return path.map(elementText).join('');
}
