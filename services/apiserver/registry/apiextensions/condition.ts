import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { timestamp } from '../environment.js';

/** Whether a condition of the type is true. */
export function hasCondition({ status }: CustomResourceDefinition, type: string): boolean {
  return status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}

/** Whether a definition's resource is served. */
export function isEstablished(definition: CustomResourceDefinition): boolean {
  return hasCondition(definition, 'Established');
}

/** Held by every definition whose deletion has begun, until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Marks a definition whose deletion begins. */
export function beginDeletion(definition: CustomResourceDefinition, now: Date): void {
  const { metadata } = definition;
  const { finalizers = [] } = metadata;
  if (!finalizers.includes(CLEANUP_FINALIZER)) metadata.finalizers = [...finalizers, CLEANUP_FINALIZER];
  const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon';
  setCondition(definition, { type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending', message }, now);
}

export type Condition = Pick<CustomResourceDefinitionCondition, 'type' | 'status' | 'reason' | 'message'>;

/** Sets a condition. The time of its last transition changes only with its status. */
export function setCondition({ status }: CustomResourceDefinition, condition: Condition, now: Date): void {
  const conditions = status.conditions ?? [];
  const before = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : timestamp(now);
  const next = { ...condition, ...(lastTransitionTime !== undefined && { lastTransitionTime }) };
  status.conditions =
    before === undefined ? [...conditions, next] : conditions.map((each) => (each === before ? next : each));
}
