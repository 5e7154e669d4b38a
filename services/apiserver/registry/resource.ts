import type { Versions } from '@pilothouse/apimachinery/apply/versions.js';
import { keyed, lazily } from '@pilothouse/apimachinery/changing/changing.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import type { ObjectSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import { readInSteps } from '@pilothouse/apimachinery/structural/schema.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { Attributes, Entry, Store } from '@pilothouse/storage/store.js';
import { attributesOfObjects, extractAttributes } from './attributes.js';
import type { Claims } from './claims.js';
import { definitionIn } from './conversion.js';
import { convertingStore } from './converting-store.js';
import type { ResourceDefinition, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Environment } from './environment.js';
import { fieldVersions, collectionMembersOf } from './fields/versions.js';
import { currentStore } from './former-versions.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { listSchemaOf } from './list-schema.js';
import { mappedStore } from './mapped-store.js';
import { decoderFor, validatorFor, type ObjectValidator } from './object-type.js';
import { protobufForm, type ProtobufForm } from './protobuf-form.js';
import { storedForm, type StoredForm, type TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';
import type { KeyedMutex } from './keyed-mutex.js';
import { servedVersions, storageVersionOf } from '@pilothouse/kinds/definition/versions.js';

/** A definition in one version, with its compiled functions and its store. */
export interface Resource extends TypeMeta {
  readonly definition: ResourceDefinition;
  readonly version: VersionDefinition;
  /** The name in errors. */
  readonly groupResource: GroupResource;
  /** Decodes JSON to a normalised object; throws DecodeError. */
  readonly decode: (value: JsonObject) => Decoded;
  /** Schema validation of a normalised object; `old` is the replaced object. */
  readonly validate: ObjectValidator;
  /** The protobuf codecs of an object and of lists; absent for types without field numbers. */
  readonly protobuf: ProtobufForm | undefined;
  readonly protobufList: ProtobufForm | undefined;
  /** Converts between objects and stored entries. */
  readonly stored: StoredForm;
  /** The selector attributes of an entry. */
  readonly attributesOf: (entry: Entry) => Attributes;
  readonly store: Store;
  readonly environment: Environment;
  readonly mutex: KeyedMutex;
  /**
   * Yields to the event loop between the steps of a write: several steps take some tens of milliseconds for an object
   * of a megabyte.
   */
  readonly maybeYield: Yielder;
  /** The versions in which fields can be owned. */
  readonly fieldVersions: Versions;
  /** Values that the objects take from shared pools. */
  readonly claims?: Claims;
}

export interface ResourceOptions {
  readonly store: Store;
  readonly environment: Environment;
  /** Serialises writes; shared by all resources of a process. */
  readonly mutex: KeyedMutex;
  /** Shared by all resources of a process. If absent, writes do not yield between their steps. */
  readonly maybeYield?: Yielder;
  readonly claims?: Claims;
  /** All served definitions, some of which may share a collection with this one. By default only this one. */
  readonly definitions?: readonly ResourceDefinition[];
}

/** A Resource for each served version of the definition, the preferred one first. */
export function createResources(whole: ResourceDefinition, options: ResourceOptions): Resource[] {
  const { environment, mutex, maybeYield = () => undefined, claims, definitions = [whole] } = options;
  const { group, resource, kind } = whole;
  const collectionMembers = collectionMembersOf(whole, definitions);
  const home = collectionMembers.find(({ storedAs }) => storedAs === undefined) ?? whole;
  const current = currentStore(options.store, home);
  const owned = fieldVersions(collectionMembers);
  return servedVersions(whole).map((version) => {
    const definition = definitionIn(whole, version);
    const extract = extractAttributes(definition);
    const storage: TypeMeta = { kind, apiVersion: groupVersion(group, storageVersionOf(definition)) };
    const { schema } = version;
    const prepare = schema.type === 'custom' ? () => runInSlices(readInSteps(schema), maybeYield) : undefined;
    const store = storeOf(definition, version.mapping === undefined ? current : options.store, {
      own: storage,
      prepare,
    });
    const served: TypeMeta = { kind, apiVersion: groupVersion(group, version.name) };
    return {
      kind,
      apiVersion: served.apiVersion,
      store,
      environment,
      mutex,
      maybeYield,
      ...(claims && { claims }),
      fieldVersions: owned,
      definition,
      version,
      groupResource: { group, resource },
      decode: lazily(() => decoderOf(definition, version)),
      validate: lazily(() => validatorIn(whole, version)),
      ...protobufForms(schema, served),
      stored: storedForm(storage, served, schema.type === 'custom'),
      attributesOf: attributesReader(definition, extract),
    };
  });
}

/**
 * Uses the attributes of an entry, unless they lack the kind's own fields, as from a cache that does not know the kind.
 */
function attributesReader(
  { selectableFields }: ResourceDefinition,
  extract: (entry: Entry) => Attributes,
): Resource['attributesOf'] {
  const [own] = Object.keys(selectableFields);
  if (own === undefined) return (entry) => entry.attributes ?? extract(entry);
  const extracted = keyed(extract);
  return (entry) => {
    const { attributes } = entry;
    if (attributes === undefined) return extract(entry);
    return own in attributes.fields ? attributes : extracted(entry);
  };
}

function protobufForms(schema: ObjectSchema, type: TypeMeta): Pick<Resource, 'protobuf' | 'protobufList'> {
  if (schema.type !== 'struct') return { protobuf: undefined, protobufList: undefined };
  const listSchema = listSchemaOf(schema, type.kind);
  const list = { ...type, kind: `${type.kind}List` };
  return { protobuf: protobufForm(schema, type), protobufList: protobufForm(listSchema, list) };
}

/** Validates objects of a version by the schema of the storage version, as Kubernetes does, if the schemas differ. */
function validatorIn(whole: ResourceDefinition, { schema, conversion }: VersionDefinition): ObjectValidator {
  const stored = conversion && whole.versions.find(({ name }) => name === storageVersionOf(whole));
  if (stored === undefined || conversion === undefined) return validatorFor(schema);
  const validate = validatorFor(stored.schema);
  return (object, old) => validate(conversion.toStored(object), old && conversion.toStored(old));
}

/** A decoder that sets all defaults. */
function decoderOf(definition: ResourceDefinition, { schema }: VersionDefinition): Resource['decode'] {
  const decode = decoderFor(schema);
  if (definition.setDefaults === undefined) return decode;
  return (value) => {
    const decoded = decode(value);
    definition.setDefaults?.(decoded.value);
    return decoded;
  };
}

interface StoreOptions {
  /** The type of the stored objects, if the definition has a store of its own. */
  readonly own: TypeMeta;
  /** Called before stored objects are mapped. */
  readonly prepare: (() => Promise<void>) | undefined;
}

/** The store of the definition's objects in their own form, even if another resource stores them in another. */
function storeOf(definition: ResourceDefinition, store: Store, { own, prepare }: StoreOptions): Store {
  const {
    storedAs,
    versions: [{ mapping }],
  } = definition;
  if (mapping !== undefined) return mappedStore(store, mapping, prepare);
  if (storedAs === undefined) return store;
  const type: TypeMeta = { kind: storedAs.kind, apiVersion: groupVersion(storedAs.group, storedAs.version) };
  return convertingStore(store, {
    fromStored: (object) => storedAs.fromStored(object),
    toStored: (object) => storedAs.toStored(object),
    served: storedForm(own, own),
    stored: storedForm(type, type),
    attributesOf: attributesOfObjects(definition),
  });
}

/** A resource in its preferred version. */
export function findResource(
  resources: readonly Resource[],
  { group, resource: name }: GroupResource,
): Resource | undefined {
  return resources.find(({ definition }) => definition.group === group && definition.resource === name);
}

/** The preferred version of a resource. Throws for an unknown one, which is a programming error. */
export function resourceNamed(resources: readonly Resource[], group: string, name: string): Resource {
  const found = findResource(resources, { group, resource: name });
  if (found === undefined) throw new Error(`there is no resource ${name}`);
  return found;
}
