import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { validateFieldManager } from '@pilothouse/apimachinery/names/field-manager.js';
import { validateAnnotations, validateLabels } from '@pilothouse/apimachinery/names/labels.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { ResourceDefinition, Strategy } from './definition.js';
import { validateImmutable } from './immutable.js';

/** The rules for metadata. */
export interface NamingRules extends Pick<ResourceDefinition, 'scope'> {
  readonly strategy: Pick<Strategy, 'nameErrors' | 'allowsBareFinalizers' | 'errorOrder'>;
}

/** Validates the metadata of a new object (Kubernetes' ValidateObjectMeta). */
export function validateMetadata(definition: NamingRules, object: JsonObject): FieldError[] {
  const metadata = metadataOf(object);
  const errors: FieldError[] = [];
  const { strategy } = definition;
  if (metadata.generateName !== undefined) {
    for (const text of strategy.nameErrors(metadata.generateName, true, object)) {
      errors.push(invalid('metadata.generateName', metadata.generateName, text));
    }
  }
  if (metadata.name === undefined) {
    errors.push(required('metadata.name', 'name or generateName is required'));
  } else {
    for (const text of strategy.nameErrors(metadata.name, false, object)) {
      errors.push(invalid('metadata.name', metadata.name, text));
    }
  }
  return [...errors, ...validateNamespace(definition, metadata), ...validateCommon(definition.strategy, metadata)];
}

/**
 * Validates the metadata of an object that replaces `old` (Kubernetes' ValidateObjectMetaUpdate). The schema of a built-in
 * kind declares the fields that are always immutable, such as the name.
 */
export function validateMetadataUpdate(
  { strategy, origin }: ResourceDefinition,
  object: JsonObject,
  old: JsonObject,
): FieldError[] {
  const metadata = metadataOf(object);
  const before = metadataOf(old);
  const errors = validateCommon(strategy, metadata);
  const identity = origin === undefined ? [] : (['name', 'namespace', 'uid'] as const);
  for (const field of [...identity, 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    errors.push(...validateImmutable(metadata[field], before[field], `metadata.${field}`));
  }
  if (before.deletionTimestamp !== undefined) {
    const kept = new Set(before.finalizers);
    const added = [...new Set(metadata.finalizers)].filter((finalizer) => !kept.has(finalizer)).sort();
    if (added.length > 0) {
      const texts = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
      errors.push(
        forbidden(
          'metadata.finalizers',
          `no new finalizers can be added if the object is being deleted, found new finalizers []string{${texts}}`,
        ),
      );
    }
  }
  return errors;
}

function validateNamespace({ scope }: NamingRules, { namespace }: ObjectMeta): FieldError[] {
  const field = 'metadata.namespace';
  if (scope === 'Cluster') return namespace === undefined ? [] : [forbidden(field, 'not allowed on this type')];
  if (namespace === undefined) return [required(field)];
  return invalidEach(field, namespace, dnsLabel(namespace));
}

function validateCommon(strategy: NamingRules['strategy'], metadata: ObjectMeta): FieldError[] {
  return [
    ...validateLabels(metadata.labels ?? {}, 'metadata.labels'),
    ...validateAnnotations(metadata.annotations ?? {}, 'metadata.annotations'),
    ...validateOwners(strategy, metadata),
    ...validateFinalizers(strategy, metadata),
    ...eachError(metadata.managedFields ?? [], validateManager),
  ];
}

function validateFinalizers(
  { allowsBareFinalizers }: NamingRules['strategy'],
  { finalizers = [] }: ObjectMeta,
): FieldError[] {
  const errors = eachError(finalizers, (finalizer, index) => [
    ...finalizerErrors(finalizer, index),
    ...(allowsBareFinalizers === true ? [] : bareFinalizerErrors(finalizer, index)),
  ]);
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const text = 'finalizer orphan and foregroundDeletion cannot be both set';
    errors.push(invalid('metadata.finalizers', finalizers, text));
  }
  return errors;
}

function finalizerErrors(finalizer: string, index: number): FieldError[] {
  return invalidEach(keyPath('metadata.finalizers', index), finalizer, qualifiedName(finalizer));
}

function bareFinalizerErrors(finalizer: string, index: number): FieldError[] {
  if (!isBareFinalizer(finalizer)) return [];
  const text = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalid(keyPath('metadata.finalizers', index), finalizer, text)];
}

/** Whether a finalizer has no domain and is not one of Kubernetes' own. */
export function isBareFinalizer(finalizer: string): boolean {
  return !finalizer.includes('/') && !['orphan', 'foregroundDeletion', 'kubernetes'].includes(finalizer);
}

/**
 * Validates owner references, in addition to the schema. Of several controllers, the error names the first two, as it
 * shows all references.
 */
function validateOwners({ errorOrder }: NamingRules['strategy'], { ownerReferences = [] }: ObjectMeta): FieldError[] {
  const missing = errorOrder?.reportsAll === true ? missingInOwner : () => [];
  const errors = eachError(ownerReferences, (owner, index) => [
    ...missing(owner, index),
    ...validateOwner(owner, index),
  ]);
  const controllers = ownerReferences.filter(({ controller }) => controller === true);
  const [first, second] = controllers.map(({ kind, name }) => `${kind}/${name}`);
  if (second === undefined) return errors;
  const text = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
  return [...errors, invalid('metadata.ownerReferences', ownerReferences, text)];
}

/** Required fields of a reference, which schemas of custom kinds do not declare. */
const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid'] as const;

function missingInOwner(owner: OwnerReference, index: number): FieldError[] {
  const field = keyPath('metadata.ownerReferences', index);
  return OWNER_FIELDS.filter((name) => owner[name] === '').map((name) => required(fieldPath(field, name)));
}

function validateOwner(owner: OwnerReference, index: number): FieldError[] {
  const { apiVersion, kind } = owner;
  const field = keyPath('metadata.ownerReferences', index);
  const isGroupVersion = /^(?:[^/]*\/)?[^/]+$/.test(apiVersion);
  if (apiVersion !== '' && !isGroupVersion) {
    return [invalid(fieldPath(field, 'apiVersion'), apiVersion, 'must be <group>/<version> or <version>')];
  }
  if (apiVersion !== 'v1' || kind !== 'Event') return [];
  return [invalid(field, owner, '/v1, Kind=Event is disallowed from being an owner')];
}

const MAX_SUBRESOURCE = 256;

/** Entries that cannot be decoded are already dropped. Only names remain to be validated. */
function validateManager({ manager = '', subresource = '' }: ManagedFieldsEntry, index: number): FieldError[] {
  const path = keyPath('metadata.managedFields', index);
  const errors = validateFieldManager(manager, fieldPath(path, 'manager'));
  if (Buffer.byteLength(subresource) <= MAX_SUBRESOURCE) return errors;
  return [...errors, tooLong(fieldPath(path, 'subresource'), MAX_SUBRESOURCE)];
}
