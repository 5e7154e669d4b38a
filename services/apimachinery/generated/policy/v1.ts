// Generated from proto/policy/v1/pod_disruption_budget.proto, proto/policy/v1/policy.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, int64, intOrString, kindField, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, deleteOptionsSchema, labelSelectorSchema, listMetaSchema, objectMetaSchema, type Condition, type DeleteOptions, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** PodDisruptionBudget limits the voluntary disruptions of a set of pods, such as evictions. */
export type PodDisruptionBudget = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the budget. */
  spec: PodDisruptionBudgetSpec;
  /** Most recently observed status of the budget. Read-only. */
  status: PodDisruptionBudgetStatus;
};

export const podDisruptionBudgetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.PodDisruptionBudget',
  description: 'PodDisruptionBudget limits the voluntary disruptions of a set of pods, such as evictions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the budget.', schema: () => podDisruptionBudgetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the budget. Read-only.', schema: () => podDisruptionBudgetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const podDisruptionBudgetNames: ResourceNames = { resource: 'poddisruptionbudgets', singular: 'poddisruptionbudget', kind: 'PodDisruptionBudget', shortNames: ['pdb'], categories: [], scope: 'Namespaced' };

/** PodDisruptionBudgetSpec is the specification of a budget. */
export type PodDisruptionBudgetSpec = {
  /** Number of pods that must remain available after an eviction, or a percentage of them, such as `50%`. Cannot be set together with `maxUnavailable`. */
  minAvailable?: number | string;
  /** Label query over the pods. An empty one selects all pods of the namespace; a missing one selects none. */
  selector?: LabelSelector;
  /** Number of pods that can be unavailable after an eviction, or a percentage of them, such as `50%`. Cannot be set together with `minAvailable`. */
  maxUnavailable?: number | string;
  /** When pods that run and are not ready can be evicted: `IfHealthyBudget`, if at least `status.desiredHealthy` pods are healthy, or `AlwaysAllow`. Defaults to `IfHealthyBudget`. */
  unhealthyPodEvictionPolicy?: string;
};

const podDisruptionBudgetSpecUnhealthyPodEvictionPolicy: Schema = { type: 'string', enum: ['AlwaysAllow', 'IfHealthyBudget'] };

export const podDisruptionBudgetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.PodDisruptionBudgetSpec',
  description: 'PodDisruptionBudgetSpec is the specification of a budget.',
  atomic: false,
  fields: [
    { name: 'minAvailable', number: 1, description: 'Number of pods that must remain available after an eviction, or a percentage of them, such as `50%`. Cannot be set together with `maxUnavailable`.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false },
    { name: 'selector', number: 2, description: 'Label query over the pods. An empty one selects all pods of the namespace; a missing one selects none.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, patchStrategy: 'replace' },
    { name: 'maxUnavailable', number: 3, description: 'Number of pods that can be unavailable after an eviction, or a percentage of them, such as `50%`. Cannot be set together with `minAvailable`.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false },
    { name: 'unhealthyPodEvictionPolicy', number: 4, description: 'When pods that run and are not ready can be evicted: `IfHealthyBudget`, if at least `status.desiredHealthy` pods are healthy, or `AlwaysAllow`. Defaults to `IfHealthyBudget`.', schema: () => podDisruptionBudgetSpecUnhealthyPodEvictionPolicy, presence: 'explicit', required: false, immutable: false },
  ],
};

/** PodDisruptionBudgetStatus is the current state of a budget. It can be out of date. */
export type PodDisruptionBudgetStatus = {
  /** Generation of the object that the controller processed last. While it is old, no pod is evicted. */
  observedGeneration?: Int64;
  /** Pods whose eviction was processed by the API server and not yet observed by the controller, with the time of the eviction. */
  disruptedPods?: { [key: string]: string };
  /** Number of evictions that are currently allowed. */
  disruptionsAllowed: number;
  /** Current number of healthy pods. */
  currentHealthy: number;
  /** Minimum number of healthy pods. */
  desiredHealthy: number;
  /** Number of pods of the budget. */
  expectedPods: number;
  /** Conditions of the budget, at most one for each type. `DisruptionAllowed` tells whether `disruptionsAllowed` is greater than 0. */
  conditions?: Condition[];
};

const podDisruptionBudgetStatusDisruptedPods: MapSchema = { type: 'map', values: () => time, atomic: false };

const podDisruptionBudgetStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const podDisruptionBudgetStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.PodDisruptionBudgetStatus',
  description: 'PodDisruptionBudgetStatus is the current state of a budget. It can be out of date.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'Generation of the object that the controller processed last. While it is old, no pod is evicted.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'disruptedPods', number: 2, description: 'Pods whose eviction was processed by the API server and not yet observed by the controller, with the time of the eviction.', schema: () => podDisruptionBudgetStatusDisruptedPods, presence: 'implicit', required: false, immutable: false },
    { name: 'disruptionsAllowed', number: 3, description: 'Number of evictions that are currently allowed.', schema: () => int32, presence: 'always', required: false, immutable: false },
    { name: 'currentHealthy', number: 4, description: 'Current number of healthy pods.', schema: () => int32, presence: 'always', required: false, immutable: false },
    { name: 'desiredHealthy', number: 5, description: 'Minimum number of healthy pods.', schema: () => int32, presence: 'always', required: false, immutable: false },
    { name: 'expectedPods', number: 6, description: 'Number of pods of the budget.', schema: () => int32, presence: 'always', required: false, immutable: false },
    { name: 'conditions', number: 7, description: 'Conditions of the budget, at most one for each type. `DisruptionAllowed` tells whether `disruptionsAllowed` is greater than 0.', schema: () => podDisruptionBudgetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** PodDisruptionBudgetList is a list of PodDisruptionBudgets. */
export type PodDisruptionBudgetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of PodDisruptionBudgets. */
  items: PodDisruptionBudget[];
};

const podDisruptionBudgetListItems: ListSchema = { type: 'list', items: () => podDisruptionBudgetSchema, listType: 'atomic', keys: [] };

export const podDisruptionBudgetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.PodDisruptionBudgetList',
  description: 'PodDisruptionBudgetList is a list of PodDisruptionBudgets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of PodDisruptionBudgets.', schema: () => podDisruptionBudgetListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Eviction evicts a pod from its node, subject to policies. It is created below the pod. */
export type Eviction = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. It identifies the pod. */
  metadata: ObjectMeta;
  /** Options of the deletion. */
  deleteOptions?: DeleteOptions;
};

export const evictionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.Eviction',
  description: 'Eviction evicts a pod from its node, subject to policies. It is created below the pod.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. It identifies the pod.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'deleteOptions', number: 2, description: 'Options of the deletion.', schema: () => deleteOptionsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};
