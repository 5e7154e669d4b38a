import { type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { conflict, invalidObject, notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry, JoinedChange } from '@pilothouse/storage/store.js';
import type { Claim } from './claims.js';
import { inTurns, transactionOf } from './conditions.js';
import { createNamed } from './create.js';
import type { Strategy } from '@pilothouse/kinds/definition/definition.js';
import { setComputedField } from './fields/computed.js';
import { withConversions } from './fields/conversions.js';
import { keepTimes, trackFields } from './fields/track.js';
import { objectKey } from './keys.js';
import { partOf } from './part.js';
import { setNamespaceFromPath } from './place.js';
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
  /** The written subresource; empty for the main resource. */
  readonly subresource: string;
  /**
   * Computes the new object, decoded, from the live one. Runs again after a conflict; if the object names a
   * resourceVersion, the conflict is an error. Must not modify its argument.
   */
  readonly change: (live: JsonObject) => JsonObject | Promise<JsonObject>;
  /** Whether the object's uid is a precondition (409 on mismatch), as in a PUT. A patch only changes it. */
  readonly expectsUid?: boolean;
  /** Replaces the rules of the strategy or subresource. */
  readonly rules?: Pick<Strategy, 'prepareForUpdate' | 'validate' | 'permissions' | 'warnings' | 'passed'>;
  /** How a missing object is created. */
  readonly absent?: Absent;
}

export interface Absent {
  /** Returns the object, decoded and with its name. Runs again like `change`. */
  readonly create: () => JsonObject | Promise<JsonObject>;
  readonly admission: AdmissionHooks;
}

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

/**
 * Replaces an object with the result of `change`, or creates it if allowed. An unchanged object is not written.
 * Removing the last finalizer of a terminating object removes it. Throws NotFound, Conflict, Invalid, or admission's
 * refusal.
 */
export async function updateObject(resource: Resource, request: UpdateRequest): Promise<Written> {
  const { definition, store, mutex } = resource;
  const { name, namespace, signal, trace } = request;
  const key = objectKey(definition, namespace, name);
  const claim = resource.claims?.begin(request);
  const next = (live: Entry | undefined): Promise<Attempt> => attempt(resource, request, { live, claim });
  const first = async (): Promise<Attempt> => next((await store.get(key, { signal, trace })).entry);
  if (!mutex.isLocked(key)) {
    const result = await first();
    if (result.ok) return result;
    await claim?.refresh();
  }
  // After a conflict, the write joins the queue for its key, since concurrent retries in this process would cause many
  // more conflicts.
  return mutex.run(key, async (release) => {
    request.admission.onCallOut?.(release);
    let result = await first();
    while (!result.ok) {
      await claim?.refresh();
      result = await next(result.current);
    }
    return result;
  });
}

/** `current` is the live entry after a conflict. */
type Attempt = ({ readonly ok: true } & Written) | { readonly ok: false; readonly current: Entry | undefined };

interface Live {
  readonly live: Entry | undefined;
  readonly claim: Claim | undefined;
}

async function attempt(resource: Resource, request: UpdateRequest, { live, claim }: Live): Promise<Attempt> {
  const { definition, store, maybeYield } = resource;
  request.signal.throwIfAborted();
  if (live === undefined) return createAbsent(resource, request);
  const old = resource.stored.decode(live);
  await maybeYield();
  const { object, value, joined } = await prepareUpdate(resource, old, request, claim);
  await maybeYield();
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
  const { trace } = request;
  const result = removable
    ? await store.delete(key, revision, { trace, joined: (await claim?.release(old)) ?? [] })
    : await inTurns(request.admission.preconditions?.() ?? [], (conditions) => {
        const all = [...joined, ...transactionOf(conditions).joined];
        return refusingTooLarge(
          store.update(key, value, revision, { ...writeOptions(definition), trace, joined: all }),
        );
      });
  return result.ok ? written({ key, value, revision: result.revision }) : result;
}

async function createAbsent(resource: Resource, request: UpdateRequest): Promise<Attempt> {
  const { absent } = request;
  if (absent === undefined) throw notFound(resource.groupResource, request.name);
  const object = await absent.create();
  await resource.maybeYield();
  refuseOtherUid(resource, request, object, '');
  const { created, current } = await createNamed(resource, object, {
    ...request,
    admission: absent.admission,
  });
  return created === undefined ? { ok: false, current } : { ok: true, entry: created, isCreated: true };
}

/** The object to write over `old`, after admission and validation. The parameters are those of {@link updateObject}. */
export async function prepareUpdate(
  resource: Resource,
  old: JsonObject,
  request: UpdateRequest,
  claim?: Claim,
): Promise<Prepared> {
  const { definition, validate, maybeYield } = resource;
  const { strategy } = definition;
  const object = await request.change(old);
  await maybeYield();
  refuseMissingVersion(resource, request, object);
  refuseOtherUid(resource, request, object, metadataOf(old).uid ?? '');
  refuseOtherVersion(resource, request, object, old);
  keepServerMetadata(object, old);
  const { manager, subresource } = request;
  // Changes by admission plugins have no owner (Kubernetes' order).
  if (manager !== undefined) {
    await withConversions(resource, (converting) => trackFields(converting, object, old, { manager, subresource }));
  }
  await maybeYield();
  await request.admission.mutate(object, old);
  setNamespaceFromPath(resource, object, request.namespace);
  refuseOtherVersion(resource, request, object, old);
  await setComputedField(resource, object, old, request);
  keepServerMetadata(object, old);
  const rules = request.rules ?? partOf(definition, subresource) ?? strategy;
  const joined = (rules === strategy ? await claim?.take(object, old) : undefined) ?? [];
  await strategy.ready?.(object);
  await maybeYield();
  const findErrors = async (candidate: JsonObject): Promise<readonly FieldError[]> => {
    rules.prepareForUpdate?.(candidate, old, resource.environment.now());
    const metadata = validateMetadataUpdate(definition, candidate, old);
    const schema = await allFindings(validate(candidate, old), maybeYield);
    await maybeYield();
    const ofRules = await allFindings(rules.validate?.(candidate, old, schema), maybeYield);
    const found = reportedErrors({ metadata, schema, rules: ofRules }, strategy.errorOrder);
    const { access } = request.admission;
    const denied = (access && (await rules.permissions?.(candidate, old, access, found))) ?? [];
    return [...denied, ...found];
  };
  const errors = await findErrors(object);
  for (const text of rules.passed?.(object) ?? []) request.warn?.(text);
  await refuseInvalid(resource, object, errors, { admission: request.admission, findErrors });
  refuseTooManyValues(object, old);
  for (const text of rules.warnings?.(object, old) ?? []) request.warn?.(text);
  await maybeYield();
  keepTimes(object, old);
  await maybeYield();
  await request.admission.validate(withVersionOf(object, old), old);
  return { object, value: resource.stored.encode(object), joined };
}

/** The object with the version that it replaces, as validating plugins see it. The object itself if it names one. */
function withVersionOf(object: JsonObject, old: JsonObject): JsonObject {
  const { resourceVersion } = metadataOf(old);
  if (metadataOf(object).resourceVersion !== undefined || resourceVersion === undefined) return object;
  const copy = withOwnMetadata(object);
  metadataOf(copy).resourceVersion = resourceVersion;
  return copy;
}

interface Prepared extends Stored {
  /** Changes of the keys of claimed values. */
  readonly joined: readonly JoinedChange[];
}

/**
 * Throws 422 if the kind requires a resourceVersion and the object has none. As in Kubernetes' stores, the error names
 * the resource.
 */
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

/** Throws 409 if the object's resourceVersion differs from the live one. */
function refuseOtherVersion(
  { groupResource }: Resource,
  { name }: UpdateRequest,
  object: JsonObject,
  old: JsonObject,
): void {
  const { resourceVersion } = metadataOf(object);
  if (resourceVersion === undefined || resourceVersion === '0' || resourceVersion === metadataOf(old).resourceVersion)
    return;
  throw conflict(groupResource, name, MODIFIED);
}

/** `live` is empty without a live object: a uid is a precondition for an existing object. */
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

/** Restores fields that only the server sets. Immutable fields are left for validation to refuse. */
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
