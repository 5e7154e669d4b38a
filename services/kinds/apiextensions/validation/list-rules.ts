import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import {
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
} from '@pilothouse/apimachinery/status/field-error.js';
import { newFindings, type Findings } from '../../definition/findings.js';
import { shownItems } from './go-form.js';
import { schemaIn } from './schema-walk.js';

export interface ListRuleOptions {
  readonly requireAtomicSets: boolean;
  readonly requireSoundListKeys: boolean;
}

const LIST_TYPES = ['atomic', 'set', 'map'];

/** Validates `x-kubernetes-list-type`, `x-kubernetes-list-map-keys` and `x-kubernetes-map-type`. */
export function checkListRules(
  schema: JSONSchemaProps,
  path: string,
  options: ListRuleOptions,
  findings: Findings,
): void {
  const listType = schema['x-kubernetes-list-type'];
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType !== undefined) {
    requireType(schema, 'object', path, 'must be object if x-kubernetes-map-type is specified', findings);
    const types = ['atomic', 'granular'];
    if (!types.includes(mapType)) {
      findings.add(notSupported(fieldPath(path, 'x-kubernetes-map-type'), mapType, types));
    }
  }
  if (listType !== undefined && schema.type !== 'array') {
    requireType(schema, 'array', path, 'must be array if x-kubernetes-list-type is specified', findings);
  } else if (options.requireAtomicSets) {
    checkSet(schema, path, findings);
  }
  if (listType !== undefined && !LIST_TYPES.includes(listType)) {
    findings.add(notSupported(fieldPath(path, 'x-kubernetes-list-type'), listType, LIST_TYPES));
  }
  if (schema['x-kubernetes-list-map-keys'] !== undefined && listType !== 'map') {
    const at = fieldPath(path, 'x-kubernetes-list-type');
    const text = 'must be map if x-kubernetes-list-map-keys is non-empty';
    findings.add(listType === undefined ? required(at, text) : invalid(at, listType, text));
  }
  if (listType === 'map') checkMap(schema, path, findings);
  if (options.requireSoundListKeys) checkItems(schema, path, findings);
}

function requireType(
  { type = '' }: JSONSchemaProps,
  wanted: string,
  path: string,
  text: string,
  findings: Findings,
): void {
  const at = fieldPath(path, 'type');
  if (type === '') findings.add(required(at, text));
  else if (type !== wanted) findings.add(invalid(at, type, text));
}

/** Set items are compared as whole values. */
function checkSet(schema: JSONSchemaProps, path: string, findings: Findings): void {
  const items = schemaIn(schema.items);
  if (schema['x-kubernetes-list-type'] !== 'set' || items === undefined) return;
  const listType = items['x-kubernetes-list-type'];
  const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const at = fieldPath(path, 'items');
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
    findings.add(invalid(fieldPath(at, 'x-kubernetes-list-type'), listType, text));
  }
  // Kubernetes shows the list type in the second error too.
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    findings.add(invalid(fieldPath(at, 'x-kubernetes-map-type'), listType ?? null, text));
  }
}

/** Whether the items of a set are non-atomic. */
export function hasNonAtomicSet(schema: JSONSchemaProps): boolean {
  return finds((findings) => checkSet(schema, '', findings));
}

function checkMap(schema: JSONSchemaProps, path: string, findings: Findings): void {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const keysPath = fieldPath(path, 'x-kubernetes-list-map-keys');
  const itemsPath = fieldPath(path, 'items');
  const items = schemaIn(schema.items);
  if (keys.length === 0) findings.add(required(keysPath, 'must not be empty if x-kubernetes-list-type is map'));
  if (schema.items === undefined) {
    findings.add(required(itemsPath, 'must have a schema if x-kubernetes-list-type is map'));
  } else if (items === undefined) {
    const text = 'must only have a single schema if x-kubernetes-list-type is map';
    findings.add(invalid(itemsPath, shownItems(schema.items), text));
  } else if (items.type !== 'object') {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    findings.add(invalid(fieldPath(itemsPath, 'type'), items.type ?? '', text));
  } else {
    const seen = new Set<string>();
    for (const key of keys) {
      if (findings.isFull()) return;
      const property = items.properties?.[key];
      if (property === undefined) {
        findings.add(invalid(keysPath, keys, 'entries must all be names of item properties'));
      } else if (property.type === 'array' || property.type === 'object') {
        const at = fieldPath(keyPath(fieldPath(itemsPath, 'properties'), key), 'type');
        findings.add(invalid(at, items.type, "must be a scalar type if parent array's x-kubernetes-list-type is map"));
      }
      if (seen.has(key)) findings.add(invalid(keysPath, keys, 'must not contain duplicate entries'));
      seen.add(key);
    }
  }
}

/** Items of sets and maps, and map keys, cannot be nullable or optional. */
function checkItems(schema: JSONSchemaProps, path: string, findings: Findings): void {
  const listType = schema['x-kubernetes-list-type'];
  const items = schemaIn(schema.items);
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return;
  const itemsPath = fieldPath(path, 'items');
  if (items.nullable === true) {
    const text = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    findings.add(forbidden(fieldPath(itemsPath, 'nullable'), text));
  }
  if (listType === 'set') return;
  const isRequired = new Set(items.required);
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = items.properties?.[key];
    if (property === undefined || findings.isFull()) continue;
    const at = keyPath(fieldPath(itemsPath, 'properties'), key);
    const text = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!isRequired.has(key) && property.default === undefined) {
      findings.add(required(fieldPath(at, 'default'), `${text} must have a default or be a required property`));
    }
    if (property.nullable === true) findings.add(forbidden(fieldPath(at, 'nullable'), `${text} cannot be nullable`));
  }
}

/** Whether items of sets or maps, or map keys, can be null or missing. */
export function hasUnsoundListKeys(schema: JSONSchemaProps): boolean {
  return finds((findings) => checkItems(schema, '', findings));
}

function finds(check: (findings: Findings) => void): boolean {
  const findings = newFindings();
  check(findings);
  return findings.errors.length > 0;
}
