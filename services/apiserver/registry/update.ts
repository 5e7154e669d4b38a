import { type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { conflict, invalidObject, notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { createNamed } from './create.js';
import type { Strategy } from '@pilothouse/kinds/definition/definition.js';
import { setComputedField } from './fields/computed.js';
import { withConversions } from './fields/conversions.js';
import { keepTimes, trackFields } from './fields/track.js';
import { objectKey } from './keys.js';
import { partOf } from './part.js';
import { readBack } from './read-back.js';
import type { Resource } from './resource.js';
import { refuseTooManyValues } from './size.js';
import { isRemovable } from './termination.js';
import { reportedErrors } from '@pilothouse/kinds/definition/error-order.js';
import { validateMetadataUpdate } from '@pilothouse/kinds/definition/validate-metadata.js';
import {
  allFindings,
  isSame,
  refuseInvalid,
  refusingTooLarge,
  unstored,
  writeOptions,
  type AdmissionHooks,
  type FieldWrite,
  type Stored,
  type Written,
} from './write.js';

export interface UpdateRequest extends FieldWrite {
  readonly name: string;
  /** The part that is written; empty for the resource itself. */
  readonly subresource: string;
  /**
   * Makes the wanted object, decoded, from the live one. Runs anew when another writer came first; an object that names
   * a resourceVersion of its own is then refused. Must not change what it is given.
   */
  readonly change: (live: JsonObject) => JsonObject | Promise<JsonObject>;
  /** Whether the uid that the object names says which object is meant, as in a PUT: 409 for another one. A patch only changes it. */
  readonly expectsUid?: boolean;
  /** In place of the rules of the strategy or of the part. */
  readonly rules?: Pick<Strategy, 'prepareForUpdate' | 'validate' | 'passed'>;
  /** How it is created where it does not exist. */
  readonly absent?: Absent;
}

export interface Absent {
  /** Makes the object, decoded and with its name. Runs anew as `change` does. */
  readonly create: () => JsonObject | Promise<JsonObject>;
  readonly admission: AdmissionHooks;
}

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

/**
 * Replaces an object by what `change` makes of it, or creates it where that is wanted. A change to nothing writes
 * nothing; one that takes the last finalizer from a terminating object removes it. Throws NotFound, Conflict, Invalid, or
 * admission's no.
 */
export async function updateObject(resource: Resource, request: UpdateRequest): Promise<Written> {
  const { definition, store, turns } = resource;
  const { name, namespace, signal } = request;
  const key = objectKey(definition, namespace, name);
  const first = async (): Promise<Attempt> => attempt(resource, request, (await store.get(key, { signal })).entry);
  if (!turns.isLocked(key)) {
    const result = await first();
    if (result.ok) return result;
  }
  // Whoever has lost one race waits for those of this process who have: together they would lose many more.
  return turns.run(key, async () => {
    let result = await first();
    while (!result.ok) result = await attempt(resource, request, result.current);
    return result;
  });
}

/** `current` is the live one after another writer came first. */
type Attempt = ({ readonly ok: true } & Written) | { readonly ok: false; readonly current: Entry | undefined };

async function attempt(resource: Resource, request: UpdateRequest, live: Entry | undefined): Promise<Attempt> {
  const { definition, store, stretches } = resource;
  request.signal.throwIfAborted();
  if (live === undefined) return createAbsent(resource, request);
  const old = resource.stored.decode(live);
  await stretches();
  const { object, value } = await prepare(resource, old, request);
  await stretches();
  const { key, revision } = live;
  const removable = isRemovable(definition, object);
  if (!removable && live.outdated !== true && isSame({ object, value }, { object: old, value: live.value }))
    return { ok: true, entry: live, isCreated: false };
  const written = async (entry: Entry): Promise<Attempt> => ({
    ok: true,
    entry: await readBack(resource, entry, { object, value }),
    isCreated: false,
  });
  if (request.dryRun) return written(unstored(key, value, revision));
  const result = removable
    ? await store.delete(key, revision)
    : await refusingTooLarge(store.update(key, value, revision, writeOptions(definition)));
  return result.ok ? written({ key, value, revision: result.revision }) : result;
}

async function createAbsent(resource: Resource, request: UpdateRequest): Promise<Attempt> {
  const { absent } = request;
  if (absent === undefined) throw notFound(resource.groupResource, request.name);
  const object = await absent.create();
  await resource.stretches();
  refuseOtherUid(resource, request, object, '');
  const { created, current } = await createNamed(resource, object, {
    ...request,
    admission: absent.admission,
  });
  return created === undefined ? { ok: false, current } : { ok: true, entry: created, isCreated: true };
}

/** What is to be written over `old`, once everybody who has a say agrees. */
async function prepare(resource: Resource, old: JsonObject, request: UpdateRequest): Promise<Stored> {
  const { definition, validate, stretches } = resource;
  const { strategy } = definition;
  const object = await request.change(old);
  await stretches();
  refuseMissingVersion(resource, request, object);
  checkVersion(resource, request, object, old);
  keepServerMetadata(object, old);
  const { manager, subresource } = request;
  // What admission adds is nobody's wish, and nobody's own (Kubernetes' order).
  if (manager !== undefined) {
    await withConversions(resource, (converting) => trackFields(converting, object, old, { manager, subresource }));
  }
  await stretches();
  await request.admission.mutate(object, old);
  await setComputedField(resource, object, old, request);
  keepServerMetadata(object, old);
  const rules = request.rules ?? partOf(definition, subresource) ?? strategy;
  await strategy.ready?.(object);
  await stretches();
  const judge = async (candidate: JsonObject): Promise<readonly FieldError[]> => {
    rules.prepareForUpdate?.(candidate, old);
    const metadata = validateMetadataUpdate(definition, candidate, old);
    const schema = validate(candidate, old);
    await stretches();
    const found = await allFindings(rules.validate?.(candidate, old, schema), stretches);
    return reportedErrors({ metadata, schema, rules: found }, strategy.errorOrder);
  };
  const errors = await judge(object);
  for (const text of rules.passed?.(object) ?? []) request.warn?.(text);
  await refuseInvalid(resource, object, errors, { admission: request.admission, judge });
  refuseTooManyValues(object, old);
  const warnings = rules === strategy ? strategy.warnings?.(object, old) : undefined;
  for (const text of warnings ?? []) request.warn?.(text);
  await stretches();
  keepTimes(object, old);
  await stretches();
  await request.admission.validate(object, old);
  return { object, value: resource.stored.encode(object) };
}

/** Throws 422 where a kind wants a version and the object has none. It names the resource, as Kubernetes' stores do. */
function refuseMissingVersion(
  { definition: { strategy }, groupResource: { group, resource } }: Resource,
  { name }: UpdateRequest,
  object: JsonObject,
): void {
  const { resourceVersion = '0' } = metadataOf(object);
  if (strategy.updateNeedsVersion !== true || resourceVersion !== '0') return;
  const message = 'Invalid value: 0: must be specified for an update';
  throw invalidObject({ group, kind: resource }, name, [
    { reason: 'FieldValueInvalid', field: 'metadata.resourceVersion', message },
  ]);
}

/** Throws 409 where the client wants another version, or another object of the same name, than the live one. */
function checkVersion(resource: Resource, request: UpdateRequest, object: JsonObject, old: JsonObject): void {
  const { resourceVersion } = metadataOf(object);
  const live = metadataOf(old);
  refuseOtherUid(resource, request, object, live.uid ?? '');
  if (resourceVersion === undefined || resourceVersion === '0' || resourceVersion === live.resourceVersion) return;
  throw conflict(resource.groupResource, request.name, MODIFIED);
}

/** `live` is empty where there is no object of the name: whoever names one by its uid does not want a new one. */
function refuseOtherUid(
  { groupResource }: Resource,
  { name, expectsUid = false }: UpdateRequest,
  object: JsonObject,
  live: string,
): void {
  const { uid } = metadataOf(object);
  if (!expectsUid || uid === undefined || uid === live) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live}`;
  throw conflict(groupResource, name, why);
}

/** Keeps what only the server sets. What may not change at all is left for validation to refuse. */
function keepServerMetadata(object: JsonObject, old: JsonObject): void {
  const metadata = metadataOf(object);
  const live = metadataOf(old);
  delete metadata.selfLink;
  metadata.uid ??= live.uid ?? '';
  for (const field of ['creationTimestamp', 'deletionTimestamp'] as const) {
    if (live[field] !== undefined) metadata[field] = live[field];
  }
  if (live.generation === undefined) delete metadata.generation;
  else metadata.generation = live.generation;
  if (live.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= live.deletionGracePeriodSeconds;
  }
}
