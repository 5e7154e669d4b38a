import { applyInSteps, type Applied } from '@pilothouse/apimachinery/apply/apply.js';
import { conflictsText, managerText, type Conflict } from '@pilothouse/apimachinery/apply/conflicts.js';
import {
  decodeManagedFields,
  managedFieldsOf,
  withManagedFields,
} from '@pilothouse/apimachinery/apply/managed-fields.js';
import { NO_MANAGERS } from '@pilothouse/apimachinery/apply/managers.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { MAX_REPORTED_ERRORS } from '@pilothouse/apimachinery/status/field-error.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { withSentComputed } from './fields/computed.js';
import { writeOf, type FieldWriter } from './fields/track.js';
import type { Resource } from './resource.js';

export interface ApplyRequest extends FieldWriter {
  /** As sent: an object of the resource's kind and version, without managedFields. Not modified. */
  readonly config: JsonObject;
  /** Takes fields that other managers own. */
  readonly force: boolean;
}

/**
 * The result of applying a config to the live object, or to none, with its new managedFields; not yet normalised.
 * Throws Conflict if other managers own changed fields, and ApplyError.
 */
export function* applyConfig(
  resource: Resource,
  live: JsonObject | undefined,
  request: ApplyRequest,
): Steps<JsonObject> {
  const { config, force } = request;
  const managers = live === undefined ? NO_MANAGERS : decodeManagedFields(managedFieldsOf(live));
  yield;
  const apply = (object: JsonObject, isForced: boolean): Steps<Applied> =>
    applyInSteps({
      ...writeOf(resource, request, object),
      live: live && withManagedFields(live, undefined),
      managers,
      config,
      force: isForced,
    });
  // Whether a field is computed depends on the resulting object.
  const wanted = resource.definition.strategy.computed && (yield* apply(config, true));
  const applied = yield* apply(wanted?.ok === true ? wanted.object : config, force);
  if (!applied.ok) throw applyConflict(applied.conflicts);
  return withManagedFields(withSentComputed(resource, applied.object, { live, config }), applied.managers);
}

/** 409 with a cause for each field, a thousand at most. */
function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.slice(0, MAX_REPORTED_ERRORS).map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${managerText(manager)}`,
    field: path,
  }));
  return new StatusError('Conflict', conflictsText(conflicts), { details: { causes } });
}
