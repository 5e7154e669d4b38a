import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { ResourceDefinition } from './definition.js';
import { timestamp } from './environment.js';

/** True when nothing holds the object back once it has been deleted. */
export function isUnheld({ strategy }: ResourceDefinition, object: JsonObject): boolean {
  const { finalizers = [] } = metadataOf(object);
  return finalizers.length === 0 && (strategy.termination?.isFinished(object) ?? true);
}

/** True for a terminating object that nothing holds back: it is to be removed. */
export function isRemovable(definition: ResourceDefinition, object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined && isUnheld(definition, object);
}

/** Marks a live object as terminating (spec: States and transitions). */
export function beginTermination({ strategy }: ResourceDefinition, object: JsonObject, now: Date): void {
  const metadata = metadataOf(object);
  metadata.deletionTimestamp = timestamp(now);
  metadata.deletionGracePeriodSeconds = 0;
  strategy.termination?.begin(object);
}
