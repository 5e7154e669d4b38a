import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import { fieldErrorText, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Entry, WriteOptions, WriteResult } from '@pilothouse/storage/store.js';
import type { ResourceDefinition, RuleFindings } from '@pilothouse/kinds/definition/definition.js';
import type { WriteAccess } from '@pilothouse/kinds/definition/write-access.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { Resource } from './resource.js';

/** The common parameters of writes. */
export interface WriteRequest {
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Runs all steps except the write to the store. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** The current part of the trace; undefined if tracing is off. */
  readonly trace?: Span | undefined;
  readonly admission: AdmissionHooks;
  /** The user of the request; absent for writes of the server itself. */
  readonly user?: User;
  /** Adds a warning to the response. */
  readonly warn?: (text: string) => void;
}

/** A write that sets fields. */
export interface FieldWrite extends WriteRequest {
  /** The manager of the changed fields; undefined if the object has its managedFields already. */
  readonly manager?: string;
}

/** The result of a write. */
export interface Written {
  readonly entry: Entry;
  /** False if the object existed before. */
  readonly isCreated: boolean;
}

/** The hooks of admission. Both throw a StatusError to refuse; `old` is absent on create. */
export interface AdmissionHooks {
  /** Before validation; may change `object`. */
  readonly mutate: (object: JsonObject, old: JsonObject | undefined) => Promise<void>;
  /** After validation. `object` is absent on delete. */
  readonly validate: (object: JsonObject | undefined, old: JsonObject | undefined) => Promise<void>;
  /** The names of the plugins that changed the object. */
  readonly changedBy?: () => readonly string[];
  /** The object before their changes. */
  readonly sent?: () => JsonObject | undefined;
  /** What rules can ask about the request; absent for writes of the server itself. */
  readonly access?: WriteAccess;
  /** Sets a listener that is called before a hook waits for a program of users, which may write the same object. */
  readonly onCallOut?: (listener: () => void) => void;
  /** The entries whose state allowed the write. */
  readonly preconditions?: () => readonly AdmissionPrecondition[];
}

/** For writes without admission, or after it. */
export const NO_ADMISSION: AdmissionHooks = { mutate: async () => {}, validate: async () => {} };

/** An entry that is not in the store, for a dry run, at the revision of the replaced one, or 0. */
export function unstored(key: string, value: Uint8Array, revision = 0): Entry {
  return { key, value, revision };
}

/** An object with its stored value. */
export interface Stored {
  readonly object: JsonObject;
  readonly value: Uint8Array;
}

/**
 * Whether two stored values are equal, apart from field order: strategies append fields that a client sends elsewhere.
 * Ignores the resourceVersion.
 */
export function isSame(a: Stored, b: Stored): boolean {
  if (a.value.length !== b.value.length) return false;
  return Buffer.compare(a.value, b.value) === 0 || deepEqual(withoutVersion(a.object), withoutVersion(b.object));
}

function withoutVersion(object: JsonObject): JsonObject {
  const copy = withOwnMetadata(object);
  delete metadataOf(copy).resourceVersion;
  return copy;
}

/** Converts the store's error for large values to 413. Keys are already validated. The error of etcd names a server. */
export async function refusingTooLarge(write: Promise<WriteResult>): Promise<WriteResult> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StatusError('RequestEntityTooLarge', 'the object is too large to be stored', { cause: error });
  }
}

/** The options of the store for the kind. */
export function writeOptions({ strategy: { ttl } }: ResourceDefinition): WriteOptions {
  return ttl === undefined ? {} : { ttl };
}

/** Collects the errors of rules, and yields between their steps. */
export async function allFindings(
  findings: RuleFindings | undefined,
  maybeYield: Yielder,
): Promise<readonly FieldError[]> {
  if (findings === undefined) return [];
  return 'next' in findings ? runInSlices(findings, maybeYield) : findings;
}

/** The admission plugins that may have caused errors. */
export interface Revalidation {
  readonly admission: AdmissionHooks;
  /** Validates an object before admission. */
  readonly findErrors: (sent: JsonObject) => Promise<readonly FieldError[]>;
}

/** Throws 422 for errors. If the object was valid without the changes of admission plugins, the message names them. */
export async function refuseInvalid(
  { definition }: Resource,
  object: JsonObject,
  errors: readonly FieldError[],
  revalidation?: Revalidation,
): Promise<void> {
  if (errors.length === 0) return;
  const error = invalid(definition, object, errors);
  const names = revalidation?.admission.changedBy?.() ?? [];
  if (revalidation === undefined || names.length === 0 || (await wasInvalidAsSent(errors, revalidation))) throw error;
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  const message = `${error.message}; it was changed by the admission plugin${names.length > 1 ? 's' : ''} ${list}`;
  throw new StatusError('Invalid', message, { ...(error.details && { details: error.details }) });
}

/** Whether the object had all these errors before admission. */
async function wasInvalidAsSent(
  errors: readonly FieldError[],
  { admission, findErrors }: Revalidation,
): Promise<boolean> {
  const sent = admission.sent?.();
  if (sent === undefined) return false;
  const own = new Set((await findErrors(sent)).map(fieldErrorText));
  return errors.every((error) => own.has(fieldErrorText(error)));
}

function invalid(definition: Resource['definition'], object: JsonObject, errors: readonly FieldError[]): StatusError {
  const { name, generateName } = metadataOf(object);
  return invalidObject(definition, name ?? generateName ?? '', errors);
}
