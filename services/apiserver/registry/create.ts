import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import { generateName } from '@pilothouse/apimachinery/names/generate-name.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import {
  alreadyExists,
  badRequest,
  qualifiedResource,
  StatusError,
} from '@pilothouse/apimachinery/status/status-error.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import type { Claim } from './claims.js';
import { inTurns, refreshed, transactionOf } from './conditions.js';
import { setComputedField } from './fields/computed.js';
import { trackFields } from './fields/track.js';
import { objectKey } from './keys.js';
import { setNamespaceFromPath } from './place.js';
import { readBack } from './read-back.js';
import type { Resource } from './resource.js';
import { refuseTooManyValues } from './size.js';
import { reportedErrors } from '@pilothouse/kinds/definition/error-order.js';
import { validateMetadata } from '@pilothouse/kinds/definition/validate-metadata.js';
import { allFindings, refuseInvalid, refusingTooLarge, unstored, writeOptions, type FieldWrite } from './write.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';

/** The number of attempts to generate a free name. */
const NAME_ATTEMPTS = 8;

/**
 * Creates an object. `object` is decoded, and this call owns it. Throws AlreadyExists, Invalid, admission's refusal, or
 * 400 for an object with a resourceVersion.
 */
export async function createObject(resource: Resource, object: JsonObject, request: FieldWrite): Promise<Entry> {
  await mutate(resource, object, request);
  const { name, generateName: prefix } = metadataOf(object);
  if (name !== undefined || prefix === undefined) {
    const { created, current } = await createMutated(resource, object, request);
    if (created !== undefined) return created;
    throw taken(resource, name ?? '', current);
  }
  // As in Kubernetes, mutating admission sees the prefix only, and each name is validated.
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
    const named = withOwnMetadata(object);
    metadataOf(named).name = generateName(prefix, resource.environment.random);
    const { created } = await createMutated(resource, named, request);
    if (created !== undefined) return created;
  }
  throw noFreeName(resource, prefix);
}

/** `taken` is the existing entry if the name is taken. */
export interface Creation {
  readonly created?: Entry;
  readonly current?: Entry | undefined;
}

/** Creates an object with a name, unless the name is taken. Otherwise throws as `createObject`. */
export async function createNamed(resource: Resource, object: JsonObject, request: FieldWrite): Promise<Creation> {
  await mutate(resource, object, request);
  return createMutated(resource, object, request);
}

/** The first part of a creation: field ownership and mutating admission. */
async function mutate(resource: Resource, object: JsonObject, request: FieldWrite): Promise<void> {
  const { maybeYield } = resource;
  const { strategy } = resource.definition;
  refuseVersion(object);
  dropServerMetadata(object);
  // Changes by admission plugins have no owner (Kubernetes' order).
  if (request.manager !== undefined) {
    const tracking = trackFields(resource, object, undefined, { manager: request.manager, subresource: '' });
    await runInSlices(tracking, maybeYield);
  }
  await maybeYield();
  await request.admission.mutate(object, undefined);
  refuseVersion(object);
  setNamespaceFromPath(resource, object, request.namespace);
  await setComputedField(resource, object, undefined, request);
  await strategy.ready?.(object);
}

/** The rest of a creation, after mutating admission. */
async function createMutated(resource: Resource, object: JsonObject, request: FieldWrite): Promise<Creation> {
  await resource.maybeYield();
  const claim = resource.claims?.begin(request);
  if (claim === undefined) return (await createAdmitted(resource, object, request)) ?? {};
  for (;;) {
    const creation = await createAdmitted(resource, deepCopy(object), request, claim);
    if (creation !== undefined) return creation;
    request.signal.throwIfAborted();
    await claim.refresh();
  }
}

/** The same with the values of a claim. Undefined if another write took one of them. */
async function createAdmitted(
  resource: Resource,
  object: JsonObject,
  request: FieldWrite,
  claim?: Claim,
): Promise<Creation | undefined> {
  const { definition, store, validate, maybeYield } = resource;
  const { strategy } = definition;
  const joined = (await claim?.take(object, undefined)) ?? [];
  const findErrors = async (candidate: JsonObject): Promise<readonly FieldError[]> => {
    setServerMetadata(resource, candidate);
    strategy.prepareForCreate?.(candidate, request.user);
    const metadata = validateMetadata(definition, candidate);
    const schema = await allFindings(validate(candidate), maybeYield);
    await maybeYield();
    const rules = await allFindings(strategy.validate?.(candidate, undefined, schema), maybeYield);
    const found = reportedErrors({ metadata, schema, rules }, strategy.errorOrder);
    const { access } = request.admission;
    const denied = (access && (await strategy.permissions?.(candidate, undefined, access, found))) ?? [];
    return [...denied, ...found];
  };
  await refuseInvalid(resource, object, await findErrors(object), { admission: request.admission, findErrors });
  refuseTooManyValues(object);
  for (const text of strategy.warnings?.(object, undefined) ?? []) request.warn?.(text);
  await maybeYield();
  await request.admission.validate(object, undefined);
  const key = objectKey(definition, request.namespace, metadataOf(object).name ?? '');
  const value = resource.stored.encode(object);
  await maybeYield();
  if (request.dryRun) {
    const { entry } = await store.get(key, { signal: request.signal, trace: request.trace });
    if (entry !== undefined) return { current: entry };
    return { created: await readBack(resource, unstored(key, value), { object, value }) };
  }
  const admitted = await conditionsOf(definition, metadataOf(object).name ?? '', request);
  return inTurns(admitted, async (allowed) => {
    let conditions = allowed;
    for (;;) {
      request.signal.throwIfAborted();
      const transaction = transactionOf(conditions);
      const options = {
        ...writeOptions(definition),
        trace: request.trace,
        preconditions: transaction.preconditions,
        joined: [...joined, ...transaction.joined],
      };
      const result = await refusingTooLarge(store.create(key, value, options));
      if (result.ok)
        return { created: await readBack(resource, { key, value, revision: result.revision }, { object, value }) };
      if (result.current !== undefined) return { current: result.current };
      request.signal.throwIfAborted();
      const now = await refreshed(conditions);
      const isSame =
        now.length === conditions.length && now.every((each, index) => each.revision === conditions[index]?.revision);
      if (isSame && joined.length > 0) return undefined;
      if (conditions.length === 0) return {};
      conditions = now;
    }
  });
}

/** The entries whose state allows the creation. */
async function conditionsOf(
  { origin }: ResourceDefinition,
  name: string,
  { admission, signal }: FieldWrite,
): Promise<readonly AdmissionPrecondition[]> {
  const admitted = admission.preconditions?.() ?? [];
  const own = await origin?.precondition(name, signal);
  return own === undefined ? admitted : [...admitted, own];
}

/** 409, with a remark if the existing object is being deleted. */
function taken({ groupResource, stored }: Resource, name: string, current: Entry | undefined): StatusError {
  const error = alreadyExists(groupResource, name);
  if (current === undefined || metadataOf(stored.decode(current)).deletionTimestamp === undefined) return error;
  const { details } = error;
  return new StatusError('AlreadyExists', `object is being deleted: ${error.message}`, { ...(details && { details }) });
}

/** Throws 400 if a client or plugin has set the version of a new object. */
function refuseVersion(object: JsonObject): void {
  const { resourceVersion } = metadataOf(object);
  if (resourceVersion === undefined || resourceVersion === '0') return;
  throw badRequest('resourceVersion should not be set on objects to be created');
}

/** Removes fields that only the server sets from the object of a client or plugin. */
function dropServerMetadata(object: JsonObject): void {
  const metadata = metadataOf(object);
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
  delete metadata.generation;
}

function setServerMetadata({ environment }: Resource, object: JsonObject): void {
  dropServerMetadata(object);
  const metadata = metadataOf(object);
  metadata.uid = environment.uuid();
  metadata.creationTimestamp = timestamp(environment.now());
}

function noFreeName({ groupResource }: Resource, prefix: string): StatusError {
  const what = qualifiedResource(groupResource);
  const message = `The ${what} operation could not be completed at this time: no name that begins with ${JSON.stringify(prefix)} was free, please try again`;
  return new StatusError('ServerTimeout', message, { details: { kind: groupResource.resource, retryAfterSeconds: 1 } });
}
