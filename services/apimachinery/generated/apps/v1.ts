// Generated from proto/apps/v1/apps.proto, proto/apps/v1/daemon_set.proto, proto/apps/v1/deployment.proto, proto/apps/v1/replica_set.proto, proto/apps/v1/stateful_set.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, int32, intOrString, kindField, rawExtension, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { persistentVolumeClaimSchema, podTemplateSpecSchema, type PersistentVolumeClaim, type PodTemplateSpec } from '../core/v1.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** ControllerRevision is an immutable snapshot of state data. StatefulSet and DaemonSet controllers use it for updates and rollbacks. */
export type ControllerRevision = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Serialized state. Required. Cannot be updated. */
  data?: JsonValue;
  /** Revision of the state. Must not be negative. */
  revision: Int64;
};

const controllerRevisionRevision: Schema = { type: 'integer', format: 'int64', minimum: 0 };

export const controllerRevisionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ControllerRevision',
  description: 'ControllerRevision is an immutable snapshot of state data. StatefulSet and DaemonSet controllers use it for updates and rollbacks.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Serialized state. Required. Cannot be updated.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: true },
    { name: 'revision', number: 3, description: 'Revision of the state. Must not be negative.', schema: () => controllerRevisionRevision, presence: 'always', required: true, immutable: false },
  ],
};

export const controllerRevisionNames: ResourceNames = { resource: 'controllerrevisions', singular: 'controllerrevision', kind: 'ControllerRevision', shortNames: [], categories: [], scope: 'Namespaced' };

/** ControllerRevisionList is a list of ControllerRevisions. */
export type ControllerRevisionList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ControllerRevisions. */
  items: ControllerRevision[];
};

const controllerRevisionListItems: ListSchema = { type: 'list', items: () => controllerRevisionSchema, listType: 'atomic', keys: [] };

export const controllerRevisionListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ControllerRevisionList',
  description: 'ControllerRevisionList is a list of ControllerRevisions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ControllerRevisions.', schema: () => controllerRevisionListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** DaemonSet runs a pod on every node, or on the nodes that match the template. */
export type DaemonSet = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the DaemonSet. */
  spec: DaemonSetSpec;
  /** Current status of the DaemonSet. It may be out of date by a short time. Read-only. */
  status: DaemonSetStatus;
};

export const daemonSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSet',
  description: 'DaemonSet runs a pod on every node, or on the nodes that match the template.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the DaemonSet.', schema: () => daemonSetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the DaemonSet. It may be out of date by a short time. Read-only.', schema: () => daemonSetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const daemonSetNames: ResourceNames = { resource: 'daemonsets', singular: 'daemonset', kind: 'DaemonSet', shortNames: ['ds'], categories: ['all'], scope: 'Namespaced' };

/** DaemonSetSpec is the specification of a DaemonSet. */
export type DaemonSetSpec = {
  /** Label query over the pods that the DaemonSet manages. It must match the labels of the template. Cannot be updated. */
  selector?: LabelSelector;
  /** Template of the pods. A pod runs on every node that matches the template's node selector, or on every node. The only allowed restart policy is `Always`. */
  template: PodTemplateSpec;
  /** Strategy that replaces existing pods with new ones. */
  updateStrategy: DaemonSetUpdateStrategy;
  /** Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0. */
  minReadySeconds?: number;
  /** Number of old revisions to keep for a rollback. Defaults to 10. */
  revisionHistoryLimit?: number;
};

const daemonSetSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetSpecRevisionHistoryLimit: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const daemonSetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetSpec',
  description: 'DaemonSetSpec is the specification of a DaemonSet.',
  atomic: false,
  fields: [
    { name: 'selector', number: 1, description: 'Label query over the pods that the DaemonSet manages. It must match the labels of the template. Cannot be updated.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: true },
    { name: 'template', number: 2, description: 'Template of the pods. A pod runs on every node that matches the template\'s node selector, or on every node. The only allowed restart policy is `Always`.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'updateStrategy', number: 3, description: 'Strategy that replaces existing pods with new ones.', schema: () => daemonSetUpdateStrategySchema, presence: 'always', required: false, immutable: false },
    { name: 'minReadySeconds', number: 4, description: 'Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0.', schema: () => daemonSetSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'revisionHistoryLimit', number: 6, description: 'Number of old revisions to keep for a rollback. Defaults to 10.', schema: () => daemonSetSpecRevisionHistoryLimit, presence: 'explicit', required: false, immutable: false, default: '10' },
  ],
};

/** DaemonSetUpdateStrategy controls the update of the pods of a DaemonSet. */
export type DaemonSetUpdateStrategy = {
  /** Type of the strategy: `RollingUpdate`, or `OnDelete` to replace a pod only after it was deleted. Defaults to `RollingUpdate`. */
  type?: string;
  /** Parameters of the rolling update. Allowed only with the type `RollingUpdate`. */
  rollingUpdate?: RollingUpdateDaemonSet;
};

const daemonSetUpdateStrategyType: Schema = { type: 'string', enum: ['OnDelete', 'RollingUpdate'] };

export const daemonSetUpdateStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetUpdateStrategy',
  description: 'DaemonSetUpdateStrategy controls the update of the pods of a DaemonSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the strategy: `RollingUpdate`, or `OnDelete` to replace a pod only after it was deleted. Defaults to `RollingUpdate`.', schema: () => daemonSetUpdateStrategyType, presence: 'implicit', required: false, immutable: false, default: '"RollingUpdate"' },
    { name: 'rollingUpdate', number: 2, description: 'Parameters of the rolling update. Allowed only with the type `RollingUpdate`.', schema: () => rollingUpdateDaemonSetSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** RollingUpdateDaemonSet controls the rolling update of a DaemonSet. */
export type RollingUpdateDaemonSet = {
  /** Maximum number of pods that can be unavailable during the update, as a number or as a percentage of all nodes that should run the pod, rounded up. Cannot be 0 if `maxSurge` is 0. Defaults to 1. */
  maxUnavailable?: number | string;
  /** Maximum number of nodes that can have both an old and an updated pod during the update, as a number or as a percentage, rounded up. Cannot be 0 if `maxUnavailable` is 0. Defaults to 0. */
  maxSurge?: number | string;
};

export const rollingUpdateDaemonSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.RollingUpdateDaemonSet',
  description: 'RollingUpdateDaemonSet controls the rolling update of a DaemonSet.',
  atomic: false,
  fields: [
    { name: 'maxUnavailable', number: 1, description: 'Maximum number of pods that can be unavailable during the update, as a number or as a percentage of all nodes that should run the pod, rounded up. Cannot be 0 if `maxSurge` is 0. Defaults to 1.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'maxSurge', number: 2, description: 'Maximum number of nodes that can have both an old and an updated pod during the update, as a number or as a percentage, rounded up. Cannot be 0 if `maxUnavailable` is 0. Defaults to 0.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '0' },
  ],
};

/** DaemonSetStatus is the current status of a DaemonSet. */
export type DaemonSetStatus = {
  /** Number of nodes that run at least one daemon pod and should run it. */
  currentNumberScheduled: number;
  /** Number of nodes that run the daemon pod and should not. */
  numberMisscheduled: number;
  /** Total number of nodes that should run the daemon pod. */
  desiredNumberScheduled: number;
  /** Number of nodes that should run the daemon pod and have at least one that is ready. */
  numberReady: number;
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Number of nodes that run the updated daemon pod. */
  updatedNumberScheduled?: number;
  /** Number of nodes that should run the daemon pod and have at least one that has been ready for `minReadySeconds`. */
  numberAvailable?: number;
  /** Number of nodes that should run the daemon pod and have none that is available. */
  numberUnavailable?: number;
  /** Number of hash collisions, which the controller uses to create the names of new ControllerRevisions. */
  collisionCount?: number;
  /** Current conditions of the DaemonSet, at most one for each type. */
  conditions?: DaemonSetCondition[];
};

const daemonSetStatusCurrentNumberScheduled: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusNumberMisscheduled: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusDesiredNumberScheduled: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusNumberReady: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const daemonSetStatusUpdatedNumberScheduled: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusNumberAvailable: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusNumberUnavailable: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusCollisionCount: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetStatusConditions: ListSchema = { type: 'list', items: () => daemonSetConditionSchema, listType: 'map', keys: ['type'] };

export const daemonSetStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetStatus',
  description: 'DaemonSetStatus is the current status of a DaemonSet.',
  atomic: false,
  fields: [
    { name: 'currentNumberScheduled', number: 1, description: 'Number of nodes that run at least one daemon pod and should run it.', schema: () => daemonSetStatusCurrentNumberScheduled, presence: 'always', required: true, immutable: false },
    { name: 'numberMisscheduled', number: 2, description: 'Number of nodes that run the daemon pod and should not.', schema: () => daemonSetStatusNumberMisscheduled, presence: 'always', required: true, immutable: false },
    { name: 'desiredNumberScheduled', number: 3, description: 'Total number of nodes that should run the daemon pod.', schema: () => daemonSetStatusDesiredNumberScheduled, presence: 'always', required: true, immutable: false },
    { name: 'numberReady', number: 4, description: 'Number of nodes that should run the daemon pod and have at least one that is ready.', schema: () => daemonSetStatusNumberReady, presence: 'always', required: true, immutable: false },
    { name: 'observedGeneration', number: 5, description: 'Generation of the object that the controller processed last.', schema: () => daemonSetStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'updatedNumberScheduled', number: 6, description: 'Number of nodes that run the updated daemon pod.', schema: () => daemonSetStatusUpdatedNumberScheduled, presence: 'implicit', required: false, immutable: false },
    { name: 'numberAvailable', number: 7, description: 'Number of nodes that should run the daemon pod and have at least one that has been ready for `minReadySeconds`.', schema: () => daemonSetStatusNumberAvailable, presence: 'implicit', required: false, immutable: false },
    { name: 'numberUnavailable', number: 8, description: 'Number of nodes that should run the daemon pod and have none that is available.', schema: () => daemonSetStatusNumberUnavailable, presence: 'implicit', required: false, immutable: false },
    { name: 'collisionCount', number: 9, description: 'Number of hash collisions, which the controller uses to create the names of new ControllerRevisions.', schema: () => daemonSetStatusCollisionCount, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 10, description: 'Current conditions of the DaemonSet, at most one for each type.', schema: () => daemonSetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** DaemonSetCondition is one observation of the state of a DaemonSet. */
export type DaemonSetCondition = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const daemonSetConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetCondition',
  description: 'DaemonSetCondition is one observation of the state of a DaemonSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DaemonSetList is a list of DaemonSets. */
export type DaemonSetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of DaemonSets. */
  items: DaemonSet[];
};

const daemonSetListItems: ListSchema = { type: 'list', items: () => daemonSetSchema, listType: 'atomic', keys: [] };

export const daemonSetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetList',
  description: 'DaemonSetList is a list of DaemonSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of DaemonSets.', schema: () => daemonSetListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Deployment provides declarative updates for pods and ReplicaSets. */
export type Deployment = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the Deployment. */
  spec: DeploymentSpec;
  /** Most recently observed status of the Deployment. */
  status: DeploymentStatus;
};

export const deploymentSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.Deployment',
  description: 'Deployment provides declarative updates for pods and ReplicaSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the Deployment.', schema: () => deploymentSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the Deployment.', schema: () => deploymentStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const deploymentNames: ResourceNames = { resource: 'deployments', singular: 'deployment', kind: 'Deployment', shortNames: ['deploy'], categories: ['all'], scope: 'Namespaced' };

/** DeploymentSpec is the specification of a Deployment. */
export type DeploymentSpec = {
  /** Number of desired pods. Defaults to 1. */
  replicas?: number;
  /** Label query over the pods that the Deployment manages. It must match the labels of the template. Cannot be updated. */
  selector?: LabelSelector;
  /** Template of the pods. The only allowed restart policy is `Always`. */
  template: PodTemplateSpec;
  /** Strategy that replaces existing pods with new ones. */
  strategy: DeploymentStrategy;
  /** Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0. */
  minReadySeconds?: number;
  /** Number of old ReplicaSets to keep for a rollback. Defaults to 10. */
  revisionHistoryLimit?: number;
  /** Whether the Deployment is paused. */
  paused?: boolean;
  /** Maximum time in seconds without progress before the Deployment is considered failed. Must be greater than `minReadySeconds`. Defaults to 600. */
  progressDeadlineSeconds?: number;
};

const deploymentSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentSpecRevisionHistoryLimit: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentSpecProgressDeadlineSeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const deploymentSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentSpec',
  description: 'DeploymentSpec is the specification of a Deployment.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Number of desired pods. Defaults to 1.', schema: () => deploymentSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'selector', number: 2, description: 'Label query over the pods that the Deployment manages. It must match the labels of the template. Cannot be updated.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: true },
    { name: 'template', number: 3, description: 'Template of the pods. The only allowed restart policy is `Always`.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'strategy', number: 4, description: 'Strategy that replaces existing pods with new ones.', schema: () => deploymentStrategySchema, presence: 'always', required: false, immutable: false, patchStrategy: 'retainKeys' },
    { name: 'minReadySeconds', number: 5, description: 'Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0.', schema: () => deploymentSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'revisionHistoryLimit', number: 6, description: 'Number of old ReplicaSets to keep for a rollback. Defaults to 10.', schema: () => deploymentSpecRevisionHistoryLimit, presence: 'explicit', required: false, immutable: false, default: '10' },
    { name: 'paused', number: 7, description: 'Whether the Deployment is paused.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'progressDeadlineSeconds', number: 9, description: 'Maximum time in seconds without progress before the Deployment is considered failed. Must be greater than `minReadySeconds`. Defaults to 600.', schema: () => deploymentSpecProgressDeadlineSeconds, presence: 'explicit', required: false, immutable: false, default: '600' },
  ],
};

/** DeploymentStrategy describes how existing pods are replaced with new ones. */
export type DeploymentStrategy = {
  /** Type of the strategy: `RollingUpdate`, or `Recreate` to remove all existing pods first. Defaults to `RollingUpdate`. */
  type?: string;
  /** Parameters of the rolling update. Allowed only with the type `RollingUpdate`. */
  rollingUpdate?: RollingUpdateDeployment;
};

const deploymentStrategyType: Schema = { type: 'string', enum: ['Recreate', 'RollingUpdate'] };

export const deploymentStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentStrategy',
  description: 'DeploymentStrategy describes how existing pods are replaced with new ones.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the strategy: `RollingUpdate`, or `Recreate` to remove all existing pods first. Defaults to `RollingUpdate`.', schema: () => deploymentStrategyType, presence: 'implicit', required: false, immutable: false, default: '"RollingUpdate"' },
    { name: 'rollingUpdate', number: 2, description: 'Parameters of the rolling update. Allowed only with the type `RollingUpdate`.', schema: () => rollingUpdateDeploymentSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** RollingUpdateDeployment controls the rolling update of a Deployment. */
export type RollingUpdateDeployment = {
  /** Maximum number of pods that can be unavailable during the update, as a number or as a percentage of desired pods, rounded down. Cannot be 0 if `maxSurge` is 0. Defaults to 25%. */
  maxUnavailable?: number | string;
  /** Maximum number of pods that can be created above the desired number, as a number or as a percentage of desired pods, rounded up. Cannot be 0 if `maxUnavailable` is 0. Defaults to 25%. */
  maxSurge?: number | string;
};

export const rollingUpdateDeploymentSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.RollingUpdateDeployment',
  description: 'RollingUpdateDeployment controls the rolling update of a Deployment.',
  atomic: false,
  fields: [
    { name: 'maxUnavailable', number: 1, description: 'Maximum number of pods that can be unavailable during the update, as a number or as a percentage of desired pods, rounded down. Cannot be 0 if `maxSurge` is 0. Defaults to 25%.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '"25%"' },
    { name: 'maxSurge', number: 2, description: 'Maximum number of pods that can be created above the desired number, as a number or as a percentage of desired pods, rounded up. Cannot be 0 if `maxUnavailable` is 0. Defaults to 25%.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '"25%"' },
  ],
};

/** DeploymentStatus is the most recently observed status of a Deployment. */
export type DeploymentStatus = {
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Number of pods of the Deployment that are not terminating. */
  replicas?: number;
  /** Number of those pods that have the desired template. */
  updatedReplicas?: number;
  /** Number of those pods that are ready. */
  readyReplicas?: number;
  /** Number of those pods that have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** Number of further pods that are required for full availability. They may be missing, or running and not yet available. */
  unavailableReplicas?: number;
  /** Number of pods of the Deployment that are terminating. */
  terminatingReplicas?: number;
  /** Current conditions of the Deployment, at most one for each type. */
  conditions?: DeploymentCondition[];
  /** Number of hash collisions, which the controller uses to create the names of new ReplicaSets. */
  collisionCount?: number;
};

const deploymentStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const deploymentStatusReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusUpdatedReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusReadyReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusAvailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusUnavailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusTerminatingReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusConditions: ListSchema = { type: 'list', items: () => deploymentConditionSchema, listType: 'map', keys: ['type'] };

const deploymentStatusCollisionCount: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const deploymentStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentStatus',
  description: 'DeploymentStatus is the most recently observed status of a Deployment.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'Generation of the object that the controller processed last.', schema: () => deploymentStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'replicas', number: 2, description: 'Number of pods of the Deployment that are not terminating.', schema: () => deploymentStatusReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'updatedReplicas', number: 3, description: 'Number of those pods that have the desired template.', schema: () => deploymentStatusUpdatedReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'readyReplicas', number: 7, description: 'Number of those pods that are ready.', schema: () => deploymentStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'availableReplicas', number: 4, description: 'Number of those pods that have been ready for `minReadySeconds`.', schema: () => deploymentStatusAvailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'unavailableReplicas', number: 5, description: 'Number of further pods that are required for full availability. They may be missing, or running and not yet available.', schema: () => deploymentStatusUnavailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'terminatingReplicas', number: 9, description: 'Number of pods of the Deployment that are terminating.', schema: () => deploymentStatusTerminatingReplicas, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 6, description: 'Current conditions of the Deployment, at most one for each type.', schema: () => deploymentStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'collisionCount', number: 8, description: 'Number of hash collisions, which the controller uses to create the names of new ReplicaSets.', schema: () => deploymentStatusCollisionCount, presence: 'explicit', required: false, immutable: false },
  ],
};

/** DeploymentCondition is one observation of the state of a Deployment. */
export type DeploymentCondition = {
  /** Type of the condition: `Available`, `Progressing` or `ReplicaFailure`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last update of the condition. */
  lastUpdateTime?: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const deploymentConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentCondition',
  description: 'DeploymentCondition is one observation of the state of a Deployment.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition: `Available`, `Progressing` or `ReplicaFailure`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastUpdateTime', number: 6, description: 'Time of the last update of the condition.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 7, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeploymentList is a list of Deployments. */
export type DeploymentList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Deployments. */
  items: Deployment[];
};

const deploymentListItems: ListSchema = { type: 'list', items: () => deploymentSchema, listType: 'atomic', keys: [] };

export const deploymentListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentList',
  description: 'DeploymentList is a list of Deployments.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Deployments.', schema: () => deploymentListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ReplicaSet keeps a specified number of pod replicas running. */
export type ReplicaSet = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the ReplicaSet. */
  spec: ReplicaSetSpec;
  /** Most recently observed status of the ReplicaSet. It may be out of date by a short time. Read-only. */
  status: ReplicaSetStatus;
};

export const replicaSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSet',
  description: 'ReplicaSet keeps a specified number of pod replicas running.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the ReplicaSet.', schema: () => replicaSetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Most recently observed status of the ReplicaSet. It may be out of date by a short time. Read-only.', schema: () => replicaSetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const replicaSetNames: ResourceNames = { resource: 'replicasets', singular: 'replicaset', kind: 'ReplicaSet', shortNames: ['rs'], categories: ['all'], scope: 'Namespaced' };

/** ReplicaSetSpec is the specification of a ReplicaSet. */
export type ReplicaSetSpec = {
  /** Number of desired pods. Defaults to 1. */
  replicas?: number;
  /** Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0. */
  minReadySeconds?: number;
  /** Label query over the pods that the ReplicaSet manages. It must match the labels of the template. Cannot be updated. */
  selector?: LabelSelector;
  /** Template of the pods. The only allowed restart policy is `Always`. */
  template: PodTemplateSpec;
};

const replicaSetSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const replicaSetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetSpec',
  description: 'ReplicaSetSpec is the specification of a ReplicaSet.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Number of desired pods. Defaults to 1.', schema: () => replicaSetSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'minReadySeconds', number: 4, description: 'Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0.', schema: () => replicaSetSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'selector', number: 2, description: 'Label query over the pods that the ReplicaSet manages. It must match the labels of the template. Cannot be updated.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: true },
    { name: 'template', number: 3, description: 'Template of the pods. The only allowed restart policy is `Always`.', schema: () => podTemplateSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** ReplicaSetStatus is the current status of a ReplicaSet. */
export type ReplicaSetStatus = {
  /** Number of pods of the ReplicaSet that are not terminating. */
  replicas: number;
  /** Number of those pods that have the labels of the template. */
  fullyLabeledReplicas?: number;
  /** Number of those pods that are ready. */
  readyReplicas?: number;
  /** Number of those pods that have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** Number of pods of the ReplicaSet that are terminating. */
  terminatingReplicas?: number;
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Current conditions of the ReplicaSet, at most one for each type. */
  conditions?: ReplicaSetCondition[];
};

const replicaSetStatusReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusFullyLabeledReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusReadyReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusAvailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusTerminatingReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const replicaSetStatusConditions: ListSchema = { type: 'list', items: () => replicaSetConditionSchema, listType: 'map', keys: ['type'] };

export const replicaSetStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetStatus',
  description: 'ReplicaSetStatus is the current status of a ReplicaSet.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Number of pods of the ReplicaSet that are not terminating.', schema: () => replicaSetStatusReplicas, presence: 'always', required: true, immutable: false },
    { name: 'fullyLabeledReplicas', number: 2, description: 'Number of those pods that have the labels of the template.', schema: () => replicaSetStatusFullyLabeledReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'readyReplicas', number: 4, description: 'Number of those pods that are ready.', schema: () => replicaSetStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'availableReplicas', number: 5, description: 'Number of those pods that have been ready for `minReadySeconds`.', schema: () => replicaSetStatusAvailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'terminatingReplicas', number: 7, description: 'Number of pods of the ReplicaSet that are terminating.', schema: () => replicaSetStatusTerminatingReplicas, presence: 'explicit', required: false, immutable: false },
    { name: 'observedGeneration', number: 3, description: 'Generation of the object that the controller processed last.', schema: () => replicaSetStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 6, description: 'Current conditions of the ReplicaSet, at most one for each type.', schema: () => replicaSetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** ReplicaSetCondition is one observation of the state of a ReplicaSet. */
export type ReplicaSetCondition = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const replicaSetConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetCondition',
  description: 'ReplicaSetCondition is one observation of the state of a ReplicaSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ReplicaSetList is a list of ReplicaSets. */
export type ReplicaSetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ReplicaSets. */
  items: ReplicaSet[];
};

const replicaSetListItems: ListSchema = { type: 'list', items: () => replicaSetSchema, listType: 'atomic', keys: [] };

export const replicaSetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetList',
  description: 'ReplicaSetList is a list of ReplicaSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ReplicaSets.', schema: () => replicaSetListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** StatefulSet is a set of pods with stable identities: a network name and storage for each pod. */
export type StatefulSet = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired identities of the pods. */
  spec: StatefulSetSpec;
  /** Current status of the pods. It may be out of date by a short time. */
  status: StatefulSetStatus;
};

export const statefulSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSet',
  description: 'StatefulSet is a set of pods with stable identities: a network name and storage for each pod.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired identities of the pods.', schema: () => statefulSetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the pods. It may be out of date by a short time.', schema: () => statefulSetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const statefulSetNames: ResourceNames = { resource: 'statefulsets', singular: 'statefulset', kind: 'StatefulSet', shortNames: ['sts'], categories: ['all'], scope: 'Namespaced' };

/** StatefulSetSpec is the specification of a StatefulSet. */
export type StatefulSetSpec = {
  /** Number of desired pods. Defaults to 1. */
  replicas?: number;
  /** Label query over the pods that the StatefulSet manages. It must match the labels of the template. Cannot be updated. */
  selector?: LabelSelector;
  /** Template of the pods. Each pod is named `<StatefulSet name>-<ordinal>`. The only allowed restart policy is `Always`. */
  template: PodTemplateSpec;
  /** Claims that each pod can refer to. The controller maps pods to claims so that a pod keeps its claims. A claim takes precedence over a volume of the template with the same name. Cannot be updated. */
  volumeClaimTemplates?: PersistentVolumeClaim[];
  /** Name of the Service that governs the network identity of the pods: `<pod>.<serviceName>.<namespace>.svc.<cluster domain>`. Cannot be updated. */
  serviceName: string;
  /** How pods are created and deleted: `OrderedReady`, one after another, or `Parallel`. Defaults to `OrderedReady`. Cannot be updated. */
  podManagementPolicy?: string;
  /** Strategy that updates the pods after the template changed. */
  updateStrategy: StatefulSetUpdateStrategy;
  /** Number of old revisions to keep for a rollback. Defaults to 10. */
  revisionHistoryLimit?: number;
  /** Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0. */
  minReadySeconds?: number;
  /** Lifecycle of the claims that `volumeClaimTemplates` creates. Defaults to keeping them. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  /** Numbering of the pods. Defaults to ordinals from 0 to one less than `replicas`. */
  ordinals?: StatefulSetOrdinals;
};

const statefulSetSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetSpecVolumeClaimTemplates: ListSchema = { type: 'list', items: () => persistentVolumeClaimSchema, listType: 'atomic', keys: [] };

const statefulSetSpecPodManagementPolicy: Schema = { type: 'string', enum: ['OrderedReady', 'Parallel'] };

const statefulSetSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const statefulSetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetSpec',
  description: 'StatefulSetSpec is the specification of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Number of desired pods. Defaults to 1.', schema: () => statefulSetSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'selector', number: 2, description: 'Label query over the pods that the StatefulSet manages. It must match the labels of the template. Cannot be updated.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: false },
    { name: 'template', number: 3, description: 'Template of the pods. Each pod is named `<StatefulSet name>-<ordinal>`. The only allowed restart policy is `Always`.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'volumeClaimTemplates', number: 4, description: 'Claims that each pod can refer to. The controller maps pods to claims so that a pod keeps its claims. A claim takes precedence over a volume of the template with the same name. Cannot be updated.', schema: () => statefulSetSpecVolumeClaimTemplates, presence: 'implicit', required: false, immutable: false },
    { name: 'serviceName', number: 5, description: 'Name of the Service that governs the network identity of the pods: `<pod>.<serviceName>.<namespace>.svc.<cluster domain>`. Cannot be updated.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'podManagementPolicy', number: 6, description: 'How pods are created and deleted: `OrderedReady`, one after another, or `Parallel`. Defaults to `OrderedReady`. Cannot be updated.', schema: () => statefulSetSpecPodManagementPolicy, presence: 'implicit', required: false, immutable: false, default: '"OrderedReady"' },
    { name: 'updateStrategy', number: 7, description: 'Strategy that updates the pods after the template changed.', schema: () => statefulSetUpdateStrategySchema, presence: 'always', required: false, immutable: false },
    { name: 'revisionHistoryLimit', number: 8, description: 'Number of old revisions to keep for a rollback. Defaults to 10.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '10' },
    { name: 'minReadySeconds', number: 9, description: 'Seconds for which a new pod must be ready, without a container crash, to count as available. Defaults to 0.', schema: () => statefulSetSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'persistentVolumeClaimRetentionPolicy', number: 10, description: 'Lifecycle of the claims that `volumeClaimTemplates` creates. Defaults to keeping them.', schema: () => statefulSetPersistentVolumeClaimRetentionPolicySchema, presence: 'explicit', required: false, immutable: false },
    { name: 'ordinals', number: 11, description: 'Numbering of the pods. Defaults to ordinals from 0 to one less than `replicas`.', schema: () => statefulSetOrdinalsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** StatefulSetUpdateStrategy controls the update of the pods of a StatefulSet. */
export type StatefulSetUpdateStrategy = {
  /** Type of the strategy: `RollingUpdate`, or `OnDelete` to replace a pod only after it was deleted. Defaults to `RollingUpdate`. */
  type?: string;
  /** Parameters of the rolling update. Allowed only with the type `RollingUpdate`. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
};

const statefulSetUpdateStrategyType: Schema = { type: 'string', enum: ['RollingUpdate', 'OnDelete'] };

export const statefulSetUpdateStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetUpdateStrategy',
  description: 'StatefulSetUpdateStrategy controls the update of the pods of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the strategy: `RollingUpdate`, or `OnDelete` to replace a pod only after it was deleted. Defaults to `RollingUpdate`.', schema: () => statefulSetUpdateStrategyType, presence: 'implicit', required: false, immutable: false },
    { name: 'rollingUpdate', number: 2, description: 'Parameters of the rolling update. Allowed only with the type `RollingUpdate`.', schema: () => rollingUpdateStatefulSetStrategySchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** RollingUpdateStatefulSetStrategy controls the rolling update of a StatefulSet. */
export type RollingUpdateStatefulSetStrategy = {
  /** Lowest ordinal of the pods that are updated. Defaults to 0. */
  partition?: number;
  /** Maximum number of pods that can be unavailable during the update, as a number or as a percentage of desired pods, rounded up. Cannot be 0. Defaults to 1. */
  maxUnavailable?: number | string;
};

const rollingUpdateStatefulSetStrategyPartition: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const rollingUpdateStatefulSetStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy',
  description: 'RollingUpdateStatefulSetStrategy controls the rolling update of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'partition', number: 1, description: 'Lowest ordinal of the pods that are updated. Defaults to 0.', schema: () => rollingUpdateStatefulSetStrategyPartition, presence: 'explicit', required: false, immutable: false, default: '0' },
    { name: 'maxUnavailable', number: 2, description: 'Maximum number of pods that can be unavailable during the update, as a number or as a percentage of desired pods, rounded up. Cannot be 0. Defaults to 1.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false },
  ],
};

/** StatefulSetPersistentVolumeClaimRetentionPolicy describes what happens to the claims of a StatefulSet. */
export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  /** What happens to the claims when the StatefulSet is deleted: `Retain` or `Delete`. Defaults to `Retain`. */
  whenDeleted?: string;
  /** What happens to the claims of pods above the replica count when the StatefulSet is scaled down: `Retain` or `Delete`. Defaults to `Retain`. */
  whenScaled?: string;
};

const statefulSetPersistentVolumeClaimRetentionPolicyWhenDeleted: Schema = { type: 'string', enum: ['Retain', 'Delete'] };

const statefulSetPersistentVolumeClaimRetentionPolicyWhenScaled: Schema = { type: 'string', enum: ['Retain', 'Delete'] };

export const statefulSetPersistentVolumeClaimRetentionPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy',
  description: 'StatefulSetPersistentVolumeClaimRetentionPolicy describes what happens to the claims of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'whenDeleted', number: 1, description: 'What happens to the claims when the StatefulSet is deleted: `Retain` or `Delete`. Defaults to `Retain`.', schema: () => statefulSetPersistentVolumeClaimRetentionPolicyWhenDeleted, presence: 'implicit', required: false, immutable: false, default: '"Retain"' },
    { name: 'whenScaled', number: 2, description: 'What happens to the claims of pods above the replica count when the StatefulSet is scaled down: `Retain` or `Delete`. Defaults to `Retain`.', schema: () => statefulSetPersistentVolumeClaimRetentionPolicyWhenScaled, presence: 'implicit', required: false, immutable: false, default: '"Retain"' },
  ],
};

/** StatefulSetStatus is the current status of a StatefulSet. */
export type StatefulSetStatus = {
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Number of pods that the controller created. */
  replicas: number;
  /** Number of pods that are ready. */
  readyReplicas?: number;
  /** Number of pods of the revision `currentRevision`. */
  currentReplicas?: number;
  /** Number of pods of the revision `updateRevision`. */
  updatedReplicas?: number;
  /** Revision of the pods that are not updated yet. */
  currentRevision?: string;
  /** Revision of the updated pods. */
  updateRevision?: string;
  /** Number of hash collisions, which the controller uses to create the names of new ControllerRevisions. */
  collisionCount?: number;
  /** Current conditions of the StatefulSet, at most one for each type. */
  conditions?: StatefulSetCondition[];
  /** Number of pods that have been ready for `minReadySeconds`. */
  availableReplicas: number;
};

const statefulSetStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const statefulSetStatusReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetStatusReadyReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetStatusCurrentReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetStatusUpdatedReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetStatusCollisionCount: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetStatusConditions: ListSchema = { type: 'list', items: () => statefulSetConditionSchema, listType: 'map', keys: ['type'] };

const statefulSetStatusAvailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const statefulSetStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetStatus',
  description: 'StatefulSetStatus is the current status of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'Generation of the object that the controller processed last.', schema: () => statefulSetStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'replicas', number: 2, description: 'Number of pods that the controller created.', schema: () => statefulSetStatusReplicas, presence: 'always', required: true, immutable: false },
    { name: 'readyReplicas', number: 3, description: 'Number of pods that are ready.', schema: () => statefulSetStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'currentReplicas', number: 4, description: 'Number of pods of the revision `currentRevision`.', schema: () => statefulSetStatusCurrentReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'updatedReplicas', number: 5, description: 'Number of pods of the revision `updateRevision`.', schema: () => statefulSetStatusUpdatedReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'currentRevision', number: 6, description: 'Revision of the pods that are not updated yet.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'updateRevision', number: 7, description: 'Revision of the updated pods.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'collisionCount', number: 9, description: 'Number of hash collisions, which the controller uses to create the names of new ControllerRevisions.', schema: () => statefulSetStatusCollisionCount, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 10, description: 'Current conditions of the StatefulSet, at most one for each type.', schema: () => statefulSetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'availableReplicas', number: 11, description: 'Number of pods that have been ready for `minReadySeconds`.', schema: () => statefulSetStatusAvailableReplicas, presence: 'always', required: false, immutable: false },
  ],
};

/** StatefulSetCondition is one observation of the state of a StatefulSet. */
export type StatefulSetCondition = {
  /** Type of the condition. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason?: string;
  /** Human-readable details about the last transition. */
  message?: string;
};

export const statefulSetConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetCondition',
  description: 'StatefulSetCondition is one observation of the state of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** StatefulSetList is a list of StatefulSets. */
export type StatefulSetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of StatefulSets. */
  items: StatefulSet[];
};

const statefulSetListItems: ListSchema = { type: 'list', items: () => statefulSetSchema, listType: 'atomic', keys: [] };

export const statefulSetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetList',
  description: 'StatefulSetList is a list of StatefulSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of StatefulSets.', schema: () => statefulSetListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** StatefulSetOrdinals describes the numbering of the pods of a StatefulSet. */
export type StatefulSetOrdinals = {
  /** Ordinal of the first pod. The others follow consecutively. Defaults to 0. */
  start: number;
};

const statefulSetOrdinalsStart: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const statefulSetOrdinalsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetOrdinals',
  description: 'StatefulSetOrdinals describes the numbering of the pods of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'start', number: 1, description: 'Ordinal of the first pod. The others follow consecutively. Defaults to 0.', schema: () => statefulSetOrdinalsStart, presence: 'always', required: false, immutable: false },
  ],
};
