import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { Propagation } from '@pilothouse/kinds/definition/delete-options.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';

/** The options of a deletion, from a client's DeleteOptions. */
export interface Deletion {
  /** The grace period in seconds; by default the kind's. Kinds without graceful deletion ignore it. */
  readonly gracePeriod?: number;
  /** The propagation policy; by default that of the object's finalizers. */
  readonly propagation?: Propagation;
}

/** The effect of a delete: removes the object, writes its new state, or changes nothing. */
export type DeletionStep =
  { readonly type: 'remove' } | { readonly type: 'write'; readonly object: JsonObject } | { readonly type: 'none' };

/** The finalizers for the garbage collector, by policy. Background deletion needs none. */
const COLLECTOR_FINALIZERS: Readonly<Record<Propagation, readonly string[]>> = {
  Orphan: ['orphan'],
  Background: [],
  Foreground: ['foregroundDeletion'],
};

const KNOWN_FINALIZERS = Object.values(COLLECTOR_FINALIZERS).flat();

/** Longer grace periods, of more than 68 years, are reduced to this. */
const MAX_GRACE_PERIOD = 2 ** 31 - 1;

/** Whether nothing keeps a terminating object, so that it must be removed. */
export function isRemovable({ strategy }: ResourceDefinition, object: JsonObject): boolean {
  const { deletionTimestamp, finalizers = [] } = metadataOf(object);
  if (deletionTimestamp === undefined || finalizers.length > 0 || gracePeriodOf(object) > 0) return false;
  return strategy.termination?.isFinished(object) ?? true;
}

/** The effect of a delete on an object (Kubernetes' BeforeDelete). Does not modify it. */
export function deletionStep(
  definition: ResourceDefinition,
  live: JsonObject,
  { gracePeriod, propagation }: Deletion,
  now: Date,
): DeletionStep {
  const object = deepCopy(live);
  const metadata = metadataOf(object);
  if (metadata.deletionTimestamp === undefined) begin(definition, object, gracePeriod, now);
  else if (!shortenGracePeriod(definition, object, gracePeriod)) return { type: 'none' };
  const wanted = propagationOf(definition, object, propagation);
  if (wanted !== undefined) setFinalizer(object, COLLECTOR_FINALIZERS[wanted]);
  return isRemovable(definition, object) ? { type: 'remove' } : { type: 'write', object };
}

/** The propagation policy of the deletion. Undefined if the object's finalizers determine it. */
function propagationOf(
  { strategy }: ResourceDefinition,
  object: JsonObject,
  wanted: Propagation | undefined,
): Propagation | undefined {
  if (strategy.ownsNothing === true) return 'Background';
  if (wanted !== undefined || strategy.orphansDependents === undefined) return wanted;
  const { finalizers = [] } = metadataOf(object);
  return finalizers.some((finalizer) => KNOWN_FINALIZERS.includes(finalizer)) ? undefined : 'Orphan';
}

/** Makes a live object terminating. */
function begin({ strategy }: ResourceDefinition, object: JsonObject, wanted: number | undefined, now: Date): void {
  const metadata = metadataOf(object);
  const given = strategy.gracePeriod?.(object, wanted) ?? 0;
  const seconds = given < 0 ? 1 : Math.min(given, MAX_GRACE_PERIOD);
  metadata.deletionTimestamp = timestamp(new Date(now.getTime() + seconds * 1000));
  if (strategy.termination !== undefined) return strategy.termination.begin(object, now);
  metadata.deletionGracePeriodSeconds = seconds;
  const { generation = 0 } = metadata;
  if (generation > 0) metadata.generation = typeof generation === 'bigint' ? generation + 1n : generation + 1;
}

/** Shortens the grace period of a terminating object. False if it would not become shorter. */
function shortenGracePeriod({ strategy }: ResourceDefinition, object: JsonObject, wanted: number | undefined): boolean {
  if (strategy.termination?.isFinished(object) === false) return false;
  const metadata = metadataOf(object);
  const given = gracePeriodOf(object);
  const seconds = given === 0 ? 0 : (wanted ?? given);
  if (given > 0 && seconds >= given) return false;
  const end = Date.parse(metadata.deletionTimestamp ?? '');
  metadata.deletionTimestamp = timestamp(new Date(end - (given - seconds) * 1000));
  metadata.deletionGracePeriodSeconds = seconds;
  return true;
}

/** The seconds from the delete to deletionTimestamp. */
function gracePeriodOf(object: JsonObject): number {
  return Number(metadataOf(object).deletionGracePeriodSeconds ?? 0);
}

/** Replaces the garbage collector's finalizers by the wanted one. */
function setFinalizer(object: JsonObject, wanted: readonly string[]): void {
  const metadata = metadataOf(object);
  const { finalizers = [] } = metadata;
  const kept = finalizers.filter((finalizer) => !KNOWN_FINALIZERS.includes(finalizer) || wanted.includes(finalizer));
  const added = wanted.filter((finalizer) => !kept.includes(finalizer));
  if (kept.length + added.length > 0) metadata.finalizers = [...kept, ...added];
  else delete metadata.finalizers;
}
