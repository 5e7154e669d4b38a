import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import { fieldErrorText, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { inStretches } from '@pilothouse/runtime/event-loop/steps.js';
import type { Stretches } from '@pilothouse/runtime/event-loop/stretches.js';
import type { Entry, WriteOptions, WriteResult } from '@pilothouse/storage/store.js';
import type { ResourceDefinition, RuleFindings } from '@pilothouse/kinds/definition/definition.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { Resource } from './resource.js';

/** What every write is told. */
export interface WriteRequest {
  /** Empty for cluster-scoped resources. */
  readonly namespace: string;
  /** Do everything but store. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly admission: AdmissionHooks;
  /** Tells the client of what is not refused; nobody is told where it is absent. */
  readonly warn?: (text: string) => void;
}

/** A write that sets fields. */
export interface FieldWrite extends WriteRequest {
  /** Who comes to own what changes; undefined where the object brings its managedFields along. */
  readonly manager?: string;
}

/** What a write has come to. */
export interface Written {
  readonly entry: Entry;
  /** False where the object was there before. */
  readonly isCreated: boolean;
}

/** Where admission steps in. Both throw a StatusError to refuse; `old` is absent on create. */
export interface AdmissionHooks {
  /** Before validation; may change `object`. */
  readonly mutate: (object: JsonObject, old: JsonObject | undefined) => Promise<void>;
  /** After validation. `object` is absent on delete. */
  readonly validate: (object: JsonObject | undefined, old: JsonObject | undefined) => Promise<void>;
  /** The names of the plugins that have changed the object. */
  readonly changedBy?: () => readonly string[];
  /** The object as it was before they did. */
  readonly sent?: () => JsonObject | undefined;
  /** The entries whose state allowed a creation. */
  readonly preconditions?: () => readonly AdmissionPrecondition[];
}

/** For writes that admission has no say in, or has had. */
export const NO_ADMISSION: AdmissionHooks = { mutate: async () => {}, validate: async () => {} };

/** An object that no store holds, as a dry run gives it; at the revision of what it would have replaced, or 0. */
export function unstored(key: string, value: Uint8Array, revision = 0): Entry {
  return { key, value, revision };
}

/** An object, and the value that it is stored as. */
export interface Stored {
  readonly object: JsonObject;
  readonly value: Uint8Array;
}

/**
 * Whether two stored values say the same. What strategies add stands last, and in its place once a client sends it. The
 * version that an object names is no part of its value.
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

/** A write's result; rejects with 413 where the store cannot hold a value of that size. Keys have been checked before. */
export async function refusingTooLarge(write: Promise<WriteResult>): Promise<WriteResult> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StatusError('RequestEntityTooLarge', `the object is too large to be stored: ${error.message}`, {
      cause: error,
    });
  }
}

/** How objects of the kind are kept. */
export function writeOptions({ strategy: { ttl } }: ResourceDefinition): WriteOptions {
  return ttl === undefined ? {} : { ttl };
}

/** What the rules of a kind find; other work has its turn between their steps. */
export async function allFindings(
  findings: RuleFindings | undefined,
  stretches: Stretches,
): Promise<readonly FieldError[]> {
  if (findings === undefined) return [];
  return 'next' in findings ? inStretches(findings, stretches) : findings;
}

/** What may be to blame for errors. */
export interface Blame {
  readonly admission: AdmissionHooks;
  /** What is wrong with an object that has not been through admission. */
  readonly judge: (sent: JsonObject) => Promise<readonly FieldError[]>;
}

/** Throws 422 where there are errors; it names the plugins of admission without whose changes there were others. */
export async function refuseInvalid(
  { definition }: Resource,
  object: JsonObject,
  errors: readonly FieldError[],
  blame?: Blame,
): Promise<void> {
  if (errors.length === 0) return;
  const error = invalid(definition, object, errors);
  const names = blame?.admission.changedBy?.() ?? [];
  if (blame === undefined || names.length === 0 || (await isAsSent(errors, blame))) throw error;
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  const message = `${error.message}; it was changed by the admission plugin${names.length > 1 ? 's' : ''} ${list}`;
  throw new StatusError('Invalid', message, { ...(error.details && { details: error.details }) });
}

/** Whether the object had all these errors before admission. */
async function isAsSent(errors: readonly FieldError[], { admission, judge }: Blame): Promise<boolean> {
  const sent = admission.sent?.();
  if (sent === undefined) return false;
  const own = new Set((await judge(sent)).map(fieldErrorText));
  return errors.every((error) => own.has(fieldErrorText(error)));
}

function invalid(definition: Resource['definition'], object: JsonObject, errors: readonly FieldError[]): StatusError {
  const { name, generateName } = metadataOf(object);
  return invalidObject(definition, name ?? generateName ?? '', errors);
}
