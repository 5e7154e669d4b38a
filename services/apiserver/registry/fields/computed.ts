import { fieldPaths, union, type PathSet } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ComputedField, ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { everyObject } from '../every-object.js';
import { partOf } from '../part.js';
import type { Resource } from '../resource.js';
import type { WriteRequest } from '../write.js';

/** The computed field of the object; undefined if it has none. */
function computedField({ strategy }: ResourceDefinition, object: JsonObject): ComputedField | undefined {
  const { computed } = strategy;
  return computed?.applies(object) === true ? computed : undefined;
}

/**
 * The fields of `object` without ownership: the reset fields of the subresource, and the computed field. Undefined if
 * there are none.
 */
export function unownedFields(
  definition: ResourceDefinition,
  subresource: string,
  object: JsonObject,
): PathSet | undefined {
  const { resetFields } = partOf(definition, subresource) ?? definition.strategy;
  const computed = computedField(definition, object);
  if (computed === undefined) return resetFields;
  const field = fieldPaths([[computed.name]]);
  return resetFields === undefined ? field : union(resetFields, field);
}

/**
 * Sets the computed field of an object before it is stored; `old` is absent on create. Warns if the client sent neither
 * the computed value nor the previous one.
 */
export async function setComputedField(
  resource: Resource,
  object: JsonObject,
  old: JsonObject | undefined,
  { signal, warn }: Pick<WriteRequest, 'signal' | 'warn'>,
): Promise<void> {
  const { definition } = resource;
  const computed = computedField(definition, object);
  if (computed === undefined) return;
  const { name } = computed;
  const value = computed.compute(object, await everyObject(resource, { signal }));
  const sent = object[name] ?? null;
  object[name] = value;
  const before = old !== undefined && computed.applies(old) ? (old[name] ?? null) : [];
  if (!deepEqual(sent, value) && !deepEqual(sent, before)) warn?.(computed.warning);
}

/**
 * Sets the computed field in the result of an apply to the config's value, or else to the live value. No applier owns
 * the field, so an apply must not remove it.
 */
export function withSentComputed(
  { definition }: Resource,
  object: JsonObject,
  { live, config }: { readonly live: JsonObject | undefined; readonly config: JsonObject },
): JsonObject {
  const computed = computedField(definition, object);
  if (computed === undefined) return object;
  const { name } = computed;
  const sent = config[name] ?? live?.[name];
  if (sent === undefined || sent === object[name]) return object;
  const copy = copyObject(object);
  copy[name] = sent;
  return copy;
}
