import {
  decodeManagedFields,
  isReset,
  managedFieldsOf,
  encodeManagedFields,
  withManagedFields,
} from '@pilothouse/apimachinery/apply/managed-fields.js';
import { NO_MANAGERS, sameOwners, type Managers } from '@pilothouse/apimachinery/apply/managers.js';
import { updateManagers } from '@pilothouse/apimachinery/apply/update.js';
import type { Write } from '@pilothouse/apimachinery/apply/write.js';
import { ApplyError } from '@pilothouse/apimachinery/fieldpath/apply-error.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { Resource } from '../resource.js';
import { unownedFields } from './computed.js';

/** The writer of an object or subresource. */
export interface FieldWriter {
  /** The manager's name; `unknown` if empty. */
  readonly manager: string;
  /** Empty for the main resource. */
  readonly subresource: string;
}

/** The common inputs of all writes; `object` is the result of the write. */
export function writeOf(
  { apiVersion, definition, environment, fieldVersions }: Resource,
  { manager, subresource }: FieldWriter,
  object: JsonObject,
): Omit<Write, 'live' | 'managers'> {
  const unowned = unownedFields(definition, subresource, object);
  return {
    manager,
    version: apiVersion,
    subresource,
    versions: fieldVersions,
    now: timestamp(environment.now()),
    ...(unowned && { ignored: () => unowned }),
  };
}

/**
 * Sets the managedFields of a new object, or of one that replaces `live`, after a write by `writer`. managedFields from
 * the client count if they are readable and not empty; in a subresource they never count.
 */
export function* trackFields(
  resource: Resource,
  object: JsonObject,
  live: JsonObject | undefined,
  writer: FieldWriter,
): Steps<void> {
  const sent = writer.subresource === '' ? managedFieldsOf(object) : undefined;
  const managers = isReset(sent)
    ? NO_MANAGERS
    : (readable(sent) ?? readable(live && managedFieldsOf(live)) ?? NO_MANAGERS);
  yield;
  const unmanaged = withManagedFields(object, undefined);
  const updated = updateManagers({
    ...writeOf(resource, writer, unmanaged),
    live: live && withManagedFields(live, undefined),
    object: unmanaged,
    managers,
  });
  yield;
  setManagedFields(object, encodeManagedFields(updated));
}

/** Undefined without managers, or if one is unreadable: as in Kubernetes, all are then dropped. */
function readable(managedFields: JsonValue | undefined): Managers | undefined {
  try {
    const managers = decodeManagedFields(managedFields);
    return managers.size === 0 ? undefined : managers;
  } catch (error) {
    if (error instanceof ApplyError) return undefined;
    throw error;
  }
}

function setManagedFields(object: JsonObject, managedFields: JsonValue | undefined): void {
  const { metadata } = object;
  if (!isObject(metadata)) return;
  if (managedFields === undefined) delete metadata['managedFields'];
  else metadata['managedFields'] = managedFields;
}

/** Restores the times of `live` if only the times of managers differ, so that the write is no change. */
export function keepTimes(object: JsonObject, live: JsonObject): void {
  const before = managedFieldsOf(live);
  const after = managedFieldsOf(object);
  if (before === undefined || after === undefined || deepEqual(before, after)) return;
  // Ignores the order, which follows from the times.
  const isSame =
    deepEqual(withoutBookkeeping(object), withoutBookkeeping(live)) &&
    sameOwners(readable(after) ?? NO_MANAGERS, readable(before) ?? NO_MANAGERS);
  if (isSame) setManagedFields(object, before);
}

function withoutBookkeeping(object: JsonObject): JsonObject {
  const copy = copyObject(object);
  copy['metadata'] = without(without(object['metadata'] ?? null, 'managedFields'), 'resourceVersion');
  return copy;
}

function without(value: JsonValue, name: string): JsonValue {
  if (!isObject(value)) return value;
  const copy = copyObject(value);
  delete copy[name];
  return copy;
}
