import { ApplyError } from '../fieldpath/apply-error.js';
import { readFieldsV1, writeFieldsV1 } from '../fieldpath/fields-v1.js';
import { EMPTY } from '../fieldpath/path-set.js';
import { copyObject, isObject, newObject, ownValue, type JsonObject, type JsonValue } from '../json/value.js';
import { compareManagers, managerId, type Manager, type Managers } from './managers.js';

/**
 * Decodes `metadata.managedFields`; no managers if it is absent or null. Of duplicate entries the last one counts.
 * Throws ApplyError `fields` for an invalid entry.
 */
export function decodeManagedFields(managedFields: JsonValue | undefined): Managers {
  const managers = new Map<string, Manager>();
  for (const [index, entry] of entriesOf(managedFields).entries()) {
    const manager = readEntry(entry, index);
    managers.set(managerId(manager), manager);
  }
  return managers;
}

function entriesOf(managedFields: JsonValue | undefined): readonly JsonValue[] {
  if (managedFields === undefined || managedFields === null) return [];
  if (!Array.isArray(managedFields)) throw refused('managedFields must be a list');
  return managedFields;
}

function readEntry(entry: JsonValue, index: number): Manager {
  if (!isObject(entry)) throw refused(`managedFields entry ${index} must be an object`);
  const operation = textOf(entry, 'operation');
  if (operation !== 'Apply' && operation !== 'Update') throw refused('operation must be `Apply` or `Update`');
  const version = textOf(entry, 'apiVersion');
  if (version === '') throw refused('apiVersion must not be empty');
  const type = textOf(entry, 'fieldsType');
  if (type === '') throw refused(`missing fieldsType in managed fields entry ${index}`);
  if (type !== 'FieldsV1') {
    throw refused(`invalid fieldsType ${JSON.stringify(type)} in managed fields entry ${index}`);
  }
  return {
    name: textOf(entry, 'manager'),
    operation,
    version,
    subresource: textOf(entry, 'subresource'),
    time: textOf(entry, 'time') || undefined,
    ...readFields(ownValue(entry, 'fieldsV1') ?? null),
  };
}

function readFields(fields: JsonValue): Pick<Manager, 'set' | 'fields'> {
  if (fields === null) return { set: EMPTY };
  const set = readFieldsV1(fields);
  return isObject(fields) ? { set, fields } : { set };
}

/** The text of a member; empty if it is absent. */
function textOf(entry: JsonObject, name: string): string {
  const value = ownValue(entry, name);
  return typeof value === 'string' ? value : '';
}

function refused(message: string): ApplyError {
  return new ApplyError('fields', [{ path: '', message }]);
}

/** The value of `metadata.managedFields` in Kubernetes' order; undefined without managers. */
export function encodeManagedFields(managers: Managers): JsonObject[] | undefined {
  if (managers.size === 0) return undefined;
  return [...managers.values()].sort(compareManagers).map(writeEntry);
}

function writeEntry({ name, operation, version, subresource, time, set, fields }: Manager): JsonObject {
  const entry = newObject();
  if (name !== '') entry['manager'] = name;
  entry['operation'] = operation;
  entry['apiVersion'] = version;
  if (time !== undefined) entry['time'] = time;
  entry['fieldsType'] = 'FieldsV1';
  entry['fieldsV1'] = fields ?? writeFieldsV1(set);
  if (subresource !== '') entry['subresource'] = subresource;
  return entry;
}

/** Whether a writer resets managedFields: a list with one empty entry. An empty list means nothing. */
export function isReset(managedFields: JsonValue | undefined): boolean {
  if (!Array.isArray(managedFields) || managedFields.length !== 1) return false;
  const entry = managedFields[0] ?? null;
  return isObject(entry) && Object.values(entry).every((value) => value === null || value === '');
}

/** The managedFields in the object's metadata. */
export function managedFieldsOf(object: JsonObject): JsonValue | undefined {
  const metadata = ownValue(object, 'metadata');
  return isObject(metadata) ? ownValue(metadata, 'managedFields') : undefined;
}

/** A copy of the object with these managedFields, or without. */
export function withManagedFields(object: JsonObject, managers: Managers | undefined): JsonObject {
  const entries = managers && encodeManagedFields(managers);
  if (entries === undefined && managedFieldsOf(object) === undefined) return object;
  const metadata = ownValue(object, 'metadata');
  const changed = isObject(metadata) ? copyObject(metadata) : newObject();
  if (entries === undefined) delete changed['managedFields'];
  else changed['managedFields'] = entries;
  const copy = copyObject(object);
  copy['metadata'] = changed;
  return copy;
}
