// Generated from proto/apps/v1/apps.proto, proto/apps/v1/daemon_set.proto, proto/apps/v1/deployment.proto, proto/apps/v1/replica_set.proto, proto/apps/v1/stateful_set.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, int32, intOrString, kindField, rawExtension, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { persistentVolumeClaimSchema, podTemplateSpecSchema, type PersistentVolumeClaim, type PodTemplateSpec } from '../core/v1.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A state that a controller keeps, so that it can go back to it. Its data never changes. */
export type ControllerRevision = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The state, as any JSON but null. It must be there and cannot be changed. */
  data?: JsonValue;
  /** Number of the state, which is not negative. */
  revision: Int64;
};

const controllerRevisionRevision: Schema = { type: 'integer', format: 'int64', minimum: 0 };

export const controllerRevisionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ControllerRevision',
  description: 'A state that a controller keeps, so that it can go back to it. Its data never changes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'data', number: 2, description: 'The state, as any JSON but null. It must be there and cannot be changed.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: true },
    { name: 'revision', number: 3, description: 'Number of the state, which is not negative.', schema: () => controllerRevisionRevision, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of ControllerRevisions. */
export type ControllerRevisionList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ControllerRevisions. */
  items: ControllerRevision[];
};

const controllerRevisionListItems: ListSchema = { type: 'list', items: () => controllerRevisionSchema, listType: 'atomic', keys: [] };

export const controllerRevisionListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ControllerRevisionList',
  description: 'A list of ControllerRevisions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ControllerRevisions.', schema: () => controllerRevisionListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A pod of one kind on every node, or on those that fit. */
export type DaemonSet = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What pods there should be. */
  spec: DaemonSetSpec;
  /** What pods there are. Set by the system. */
  status: DaemonSetStatus;
};

export const daemonSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSet',
  description: 'A pod of one kind on every node, or on those that fit.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What pods there should be.', schema: () => daemonSetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What pods there are. Set by the system.', schema: () => daemonSetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What pods of a DaemonSet there should be. */
export type DaemonSetSpec = {
  /** Selects the pods by their labels; those of the template must fit. It cannot be changed. */
  selector?: LabelSelector;
  /** What the pods are made from. */
  template: PodTemplateSpec;
  /** How pods are replaced by new ones. */
  updateStrategy: DaemonSetUpdateStrategy;
  /** Seconds that a new pod must be ready for to count as available. */
  minReadySeconds?: number;
  /** How many old states are kept to go back to. */
  revisionHistoryLimit?: number;
};

const daemonSetSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const daemonSetSpecRevisionHistoryLimit: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const daemonSetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetSpec',
  description: 'What pods of a DaemonSet there should be.',
  atomic: false,
  fields: [
    { name: 'selector', number: 1, description: 'Selects the pods by their labels; those of the template must fit. It cannot be changed.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: true },
    { name: 'template', number: 2, description: 'What the pods are made from.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'updateStrategy', number: 3, description: 'How pods are replaced by new ones.', schema: () => daemonSetUpdateStrategySchema, presence: 'always', required: false, immutable: false },
    { name: 'minReadySeconds', number: 4, description: 'Seconds that a new pod must be ready for to count as available.', schema: () => daemonSetSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'revisionHistoryLimit', number: 6, description: 'How many old states are kept to go back to.', schema: () => daemonSetSpecRevisionHistoryLimit, presence: 'explicit', required: false, immutable: false, default: '10' },
  ],
};

/** How pods are replaced by new ones. */
export type DaemonSetUpdateStrategy = {
  /** Some at a time (`RollingUpdate`), or when somebody deletes them (`OnDelete`). */
  type?: string;
  /** How far a step goes. Only for `RollingUpdate`. */
  rollingUpdate?: RollingUpdateDaemonSet;
};

const daemonSetUpdateStrategyType: Schema = { type: 'string', enum: ['OnDelete', 'RollingUpdate'] };

export const daemonSetUpdateStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetUpdateStrategy',
  description: 'How pods are replaced by new ones.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Some at a time (`RollingUpdate`), or when somebody deletes them (`OnDelete`).', schema: () => daemonSetUpdateStrategyType, presence: 'implicit', required: false, immutable: false, default: '"RollingUpdate"' },
    { name: 'rollingUpdate', number: 2, description: 'How far a step goes. Only for `RollingUpdate`.', schema: () => rollingUpdateDaemonSetSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** How far a step goes. */
export type RollingUpdateDaemonSet = {
  /** On how many nodes the pod may be missing: a number, or a percentage, which is rounded up. Not 0 where `maxSurge` is 0. */
  maxUnavailable?: number | string;
  /** On how many nodes there may be two pods: a number, or a percentage, which is rounded up. Only where `maxUnavailable` is 0. */
  maxSurge?: number | string;
};

export const rollingUpdateDaemonSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.RollingUpdateDaemonSet',
  description: 'How far a step goes.',
  atomic: false,
  fields: [
    { name: 'maxUnavailable', number: 1, description: 'On how many nodes the pod may be missing: a number, or a percentage, which is rounded up. Not 0 where `maxSurge` is 0.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'maxSurge', number: 2, description: 'On how many nodes there may be two pods: a number, or a percentage, which is rounded up. Only where `maxUnavailable` is 0.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '0' },
  ],
};

/** What pods of a DaemonSet there are. */
export type DaemonSetStatus = {
  /** On how many nodes the pod is that should have it. */
  currentNumberScheduled: number;
  /** On how many nodes the pod is that should not have it. */
  numberMisscheduled: number;
  /** How many nodes should have the pod. */
  desiredNumberScheduled: number;
  /** On how many of them a pod is ready. */
  numberReady: number;
  /** The generation that the rest of the status is about. */
  observedGeneration?: Int64;
  /** On how many of them the pod is of the present template. */
  updatedNumberScheduled?: number;
  /** On how many of them a pod has been ready for `minReadySeconds`. */
  numberAvailable?: number;
  /** On how many of them none has. */
  numberUnavailable?: number;
  /** How often the name of a new revision was taken. */
  collisionCount?: number;
  /** Aspects of the state of the DaemonSet. */
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
  description: 'What pods of a DaemonSet there are.',
  atomic: false,
  fields: [
    { name: 'currentNumberScheduled', number: 1, description: 'On how many nodes the pod is that should have it.', schema: () => daemonSetStatusCurrentNumberScheduled, presence: 'always', required: true, immutable: false },
    { name: 'numberMisscheduled', number: 2, description: 'On how many nodes the pod is that should not have it.', schema: () => daemonSetStatusNumberMisscheduled, presence: 'always', required: true, immutable: false },
    { name: 'desiredNumberScheduled', number: 3, description: 'How many nodes should have the pod.', schema: () => daemonSetStatusDesiredNumberScheduled, presence: 'always', required: true, immutable: false },
    { name: 'numberReady', number: 4, description: 'On how many of them a pod is ready.', schema: () => daemonSetStatusNumberReady, presence: 'always', required: true, immutable: false },
    { name: 'observedGeneration', number: 5, description: 'The generation that the rest of the status is about.', schema: () => daemonSetStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'updatedNumberScheduled', number: 6, description: 'On how many of them the pod is of the present template.', schema: () => daemonSetStatusUpdatedNumberScheduled, presence: 'implicit', required: false, immutable: false },
    { name: 'numberAvailable', number: 7, description: 'On how many of them a pod has been ready for `minReadySeconds`.', schema: () => daemonSetStatusNumberAvailable, presence: 'implicit', required: false, immutable: false },
    { name: 'numberUnavailable', number: 8, description: 'On how many of them none has.', schema: () => daemonSetStatusNumberUnavailable, presence: 'implicit', required: false, immutable: false },
    { name: 'collisionCount', number: 9, description: 'How often the name of a new revision was taken.', schema: () => daemonSetStatusCollisionCount, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 10, description: 'Aspects of the state of the DaemonSet.', schema: () => daemonSetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** One aspect of the state of a DaemonSet. */
export type DaemonSetCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const daemonSetConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetCondition',
  description: 'One aspect of the state of a DaemonSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of DaemonSets. */
export type DaemonSetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The DaemonSets. */
  items: DaemonSet[];
};

const daemonSetListItems: ListSchema = { type: 'list', items: () => daemonSetSchema, listType: 'atomic', keys: [] };

export const daemonSetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DaemonSetList',
  description: 'A list of DaemonSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The DaemonSets.', schema: () => daemonSetListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Pods of one kind, which are replaced step by step when their template changes. */
export type Deployment = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What pods there should be. */
  spec: DeploymentSpec;
  /** What pods there are. Set by the system. */
  status: DeploymentStatus;
};

export const deploymentSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.Deployment',
  description: 'Pods of one kind, which are replaced step by step when their template changes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What pods there should be.', schema: () => deploymentSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What pods there are. Set by the system.', schema: () => deploymentStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What pods of a Deployment there should be. */
export type DeploymentSpec = {
  /** How many pods. */
  replicas?: number;
  /** Selects the pods by their labels; those of the template must fit. It cannot be changed. */
  selector?: LabelSelector;
  /** What the pods are made from. */
  template: PodTemplateSpec;
  /** How pods are replaced by new ones. */
  strategy: DeploymentStrategy;
  /** Seconds that a new pod must be ready for to count as available. */
  minReadySeconds?: number;
  /** How many old ReplicaSets are kept to go back to. */
  revisionHistoryLimit?: number;
  /** Whether the Deployment is left as it is. */
  paused?: boolean;
  /** Seconds without progress after which the Deployment counts as failed; more than `minReadySeconds`. */
  progressDeadlineSeconds?: number;
};

const deploymentSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentSpecRevisionHistoryLimit: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentSpecProgressDeadlineSeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const deploymentSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentSpec',
  description: 'What pods of a Deployment there should be.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'How many pods.', schema: () => deploymentSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'selector', number: 2, description: 'Selects the pods by their labels; those of the template must fit. It cannot be changed.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: true },
    { name: 'template', number: 3, description: 'What the pods are made from.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'strategy', number: 4, description: 'How pods are replaced by new ones.', schema: () => deploymentStrategySchema, presence: 'always', required: false, immutable: false, patchStrategy: 'retainKeys' },
    { name: 'minReadySeconds', number: 5, description: 'Seconds that a new pod must be ready for to count as available.', schema: () => deploymentSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'revisionHistoryLimit', number: 6, description: 'How many old ReplicaSets are kept to go back to.', schema: () => deploymentSpecRevisionHistoryLimit, presence: 'explicit', required: false, immutable: false, default: '10' },
    { name: 'paused', number: 7, description: 'Whether the Deployment is left as it is.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'progressDeadlineSeconds', number: 9, description: 'Seconds without progress after which the Deployment counts as failed; more than `minReadySeconds`.', schema: () => deploymentSpecProgressDeadlineSeconds, presence: 'explicit', required: false, immutable: false, default: '600' },
  ],
};

/** How pods are replaced by new ones. */
export type DeploymentStrategy = {
  /** Step by step, or all old ones before the first new one. */
  type?: string;
  /** How far a step goes. Only for `RollingUpdate`. */
  rollingUpdate?: RollingUpdateDeployment;
};

const deploymentStrategyType: Schema = { type: 'string', enum: ['Recreate', 'RollingUpdate'] };

export const deploymentStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentStrategy',
  description: 'How pods are replaced by new ones.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Step by step, or all old ones before the first new one.', schema: () => deploymentStrategyType, presence: 'implicit', required: false, immutable: false, default: '"RollingUpdate"' },
    { name: 'rollingUpdate', number: 2, description: 'How far a step goes. Only for `RollingUpdate`.', schema: () => rollingUpdateDeploymentSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** How far a step goes. */
export type RollingUpdateDeployment = {
  /** How many pods may be missing: a number, or a percentage, which is rounded down. Not 0 where `maxSurge` is 0. */
  maxUnavailable?: number | string;
  /** How many pods there may be too many: a number, or a percentage, which is rounded up. Not 0 where `maxUnavailable` is 0. */
  maxSurge?: number | string;
};

export const rollingUpdateDeploymentSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.RollingUpdateDeployment',
  description: 'How far a step goes.',
  atomic: false,
  fields: [
    { name: 'maxUnavailable', number: 1, description: 'How many pods may be missing: a number, or a percentage, which is rounded down. Not 0 where `maxSurge` is 0.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '"25%"' },
    { name: 'maxSurge', number: 2, description: 'How many pods there may be too many: a number, or a percentage, which is rounded up. Not 0 where `maxUnavailable` is 0.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false, default: '"25%"' },
  ],
};

/** What pods of a Deployment there are. */
export type DeploymentStatus = {
  /** The generation that the rest of the status is about. */
  observedGeneration?: Int64;
  /** How many pods there are. */
  replicas?: number;
  /** How many of them are of the present template. */
  updatedReplicas?: number;
  /** How many of them are ready. */
  readyReplicas?: number;
  /** How many of them have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** How many more are needed for all to be available. */
  unavailableReplicas?: number;
  /** Aspects of the state of the Deployment. */
  conditions?: DeploymentCondition[];
  /** How often the name of a new ReplicaSet was taken. */
  collisionCount?: number;
};

const deploymentStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const deploymentStatusReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusUpdatedReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusReadyReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusAvailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusUnavailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const deploymentStatusConditions: ListSchema = { type: 'list', items: () => deploymentConditionSchema, listType: 'map', keys: ['type'] };

const deploymentStatusCollisionCount: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const deploymentStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentStatus',
  description: 'What pods of a Deployment there are.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'The generation that the rest of the status is about.', schema: () => deploymentStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'replicas', number: 2, description: 'How many pods there are.', schema: () => deploymentStatusReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'updatedReplicas', number: 3, description: 'How many of them are of the present template.', schema: () => deploymentStatusUpdatedReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'readyReplicas', number: 7, description: 'How many of them are ready.', schema: () => deploymentStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'availableReplicas', number: 4, description: 'How many of them have been ready for `minReadySeconds`.', schema: () => deploymentStatusAvailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'unavailableReplicas', number: 5, description: 'How many more are needed for all to be available.', schema: () => deploymentStatusUnavailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 6, description: 'Aspects of the state of the Deployment.', schema: () => deploymentStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'collisionCount', number: 8, description: 'How often the name of a new ReplicaSet was taken.', schema: () => deploymentStatusCollisionCount, presence: 'explicit', required: false, immutable: false },
  ],
};

/** One aspect of the state of a Deployment. */
export type DeploymentCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When it was last looked at. */
  lastUpdateTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const deploymentConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentCondition',
  description: 'One aspect of the state of a Deployment.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastUpdateTime', number: 6, description: 'When it was last looked at.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 7, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of Deployments. */
export type DeploymentList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The Deployments. */
  items: Deployment[];
};

const deploymentListItems: ListSchema = { type: 'list', items: () => deploymentSchema, listType: 'atomic', keys: [] };

export const deploymentListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.DeploymentList',
  description: 'A list of Deployments.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The Deployments.', schema: () => deploymentListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A number of pods of one kind. */
export type ReplicaSet = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What pods there should be. */
  spec: ReplicaSetSpec;
  /** What pods there are. Set by the system. */
  status: ReplicaSetStatus;
};

export const replicaSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSet',
  description: 'A number of pods of one kind.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What pods there should be.', schema: () => replicaSetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What pods there are. Set by the system.', schema: () => replicaSetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What pods of a ReplicaSet there should be. */
export type ReplicaSetSpec = {
  /** How many pods. */
  replicas?: number;
  /** Seconds that a new pod must be ready for to count as available. */
  minReadySeconds?: number;
  /** Selects the pods by their labels; those of the template must fit. It cannot be changed. */
  selector?: LabelSelector;
  /** What the pods are made from. */
  template: PodTemplateSpec;
};

const replicaSetSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const replicaSetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetSpec',
  description: 'What pods of a ReplicaSet there should be.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'How many pods.', schema: () => replicaSetSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'minReadySeconds', number: 4, description: 'Seconds that a new pod must be ready for to count as available.', schema: () => replicaSetSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'selector', number: 2, description: 'Selects the pods by their labels; those of the template must fit. It cannot be changed.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: true },
    { name: 'template', number: 3, description: 'What the pods are made from.', schema: () => podTemplateSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What pods of a ReplicaSet there are. */
export type ReplicaSetStatus = {
  /** How many pods there are. */
  replicas: number;
  /** How many of them have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** How many of them are ready. */
  readyReplicas?: number;
  /** How many of them have been ready for `minReadySeconds`. */
  availableReplicas?: number;
  /** The generation that the rest of the status is about. */
  observedGeneration?: Int64;
  /** Aspects of the state of the ReplicaSet. */
  conditions?: ReplicaSetCondition[];
};

const replicaSetStatusReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusFullyLabeledReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusReadyReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusAvailableReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const replicaSetStatusObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const replicaSetStatusConditions: ListSchema = { type: 'list', items: () => replicaSetConditionSchema, listType: 'map', keys: ['type'] };

export const replicaSetStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetStatus',
  description: 'What pods of a ReplicaSet there are.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'How many pods there are.', schema: () => replicaSetStatusReplicas, presence: 'always', required: true, immutable: false },
    { name: 'fullyLabeledReplicas', number: 2, description: 'How many of them have all labels of the template.', schema: () => replicaSetStatusFullyLabeledReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'readyReplicas', number: 4, description: 'How many of them are ready.', schema: () => replicaSetStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'availableReplicas', number: 5, description: 'How many of them have been ready for `minReadySeconds`.', schema: () => replicaSetStatusAvailableReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'observedGeneration', number: 3, description: 'The generation that the rest of the status is about.', schema: () => replicaSetStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 6, description: 'Aspects of the state of the ReplicaSet.', schema: () => replicaSetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** One aspect of the state of a ReplicaSet. */
export type ReplicaSetCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const replicaSetConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetCondition',
  description: 'One aspect of the state of a ReplicaSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of ReplicaSets. */
export type ReplicaSetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ReplicaSets. */
  items: ReplicaSet[];
};

const replicaSetListItems: ListSchema = { type: 'list', items: () => replicaSetSchema, listType: 'atomic', keys: [] };

export const replicaSetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ReplicaSetList',
  description: 'A list of ReplicaSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ReplicaSets.', schema: () => replicaSetListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Pods of one kind, each with a name and volumes that stay its own. */
export type StatefulSet = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What pods there should be. */
  spec: StatefulSetSpec;
  /** What pods there are. Set by the system. */
  status: StatefulSetStatus;
};

export const statefulSetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSet',
  description: 'Pods of one kind, each with a name and volumes that stay its own.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What pods there should be.', schema: () => statefulSetSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What pods there are. Set by the system.', schema: () => statefulSetStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What pods of a StatefulSet there should be. Only replicas, template, updateStrategy and minReadySeconds can be changed. */
export type StatefulSetSpec = {
  /** How many pods. */
  replicas?: number;
  /** Selects the pods by their labels; those of the template must fit. It cannot be changed. */
  selector?: LabelSelector;
  /** What the pods are made from. Each is named `<name of the StatefulSet>-<number>`. */
  template: PodTemplateSpec;
  /** What each pod's claims are made from. A volume of the same name in the template is replaced. */
  volumeClaimTemplates?: PersistentVolumeClaim[];
  /** Name of the Service in whose domain the pods have their names. */
  serviceName: string;
  /** Whether pods are made and ended one after another or all at once. */
  podManagementPolicy?: string;
  /** How pods are replaced by new ones. */
  updateStrategy: StatefulSetUpdateStrategy;
  /** How many old states are kept to go back to. */
  revisionHistoryLimit?: number;
  /** Seconds that a new pod must be ready for to count as available. */
  minReadySeconds?: number;
  /** What becomes of the claims of pods that are gone; they are kept unless it says otherwise. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
};

const statefulSetSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

const statefulSetSpecVolumeClaimTemplates: ListSchema = { type: 'list', items: () => persistentVolumeClaimSchema, listType: 'atomic', keys: [] };

const statefulSetSpecPodManagementPolicy: Schema = { type: 'string', enum: ['OrderedReady', 'Parallel'] };

const statefulSetSpecMinReadySeconds: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const statefulSetSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetSpec',
  description: 'What pods of a StatefulSet there should be. Only replicas, template, updateStrategy and minReadySeconds can be changed.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'How many pods.', schema: () => statefulSetSpecReplicas, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'selector', number: 2, description: 'Selects the pods by their labels; those of the template must fit. It cannot be changed.', schema: () => labelSelectorSchema, presence: 'explicit', required: true, immutable: false },
    { name: 'template', number: 3, description: 'What the pods are made from. Each is named `<name of the StatefulSet>-<number>`.', schema: () => podTemplateSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'volumeClaimTemplates', number: 4, description: 'What each pod\'s claims are made from. A volume of the same name in the template is replaced.', schema: () => statefulSetSpecVolumeClaimTemplates, presence: 'implicit', required: false, immutable: false },
    { name: 'serviceName', number: 5, description: 'Name of the Service in whose domain the pods have their names.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'podManagementPolicy', number: 6, description: 'Whether pods are made and ended one after another or all at once.', schema: () => statefulSetSpecPodManagementPolicy, presence: 'implicit', required: false, immutable: false, default: '"OrderedReady"' },
    { name: 'updateStrategy', number: 7, description: 'How pods are replaced by new ones.', schema: () => statefulSetUpdateStrategySchema, presence: 'always', required: false, immutable: false },
    { name: 'revisionHistoryLimit', number: 8, description: 'How many old states are kept to go back to.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '10' },
    { name: 'minReadySeconds', number: 9, description: 'Seconds that a new pod must be ready for to count as available.', schema: () => statefulSetSpecMinReadySeconds, presence: 'implicit', required: false, immutable: false },
    { name: 'persistentVolumeClaimRetentionPolicy', number: 10, description: 'What becomes of the claims of pods that are gone; they are kept unless it says otherwise.', schema: () => statefulSetPersistentVolumeClaimRetentionPolicySchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** How pods are replaced by new ones. */
export type StatefulSetUpdateStrategy = {
  /** One after another (`RollingUpdate`), or when somebody deletes them (`OnDelete`). */
  type?: string;
  /** Which pods are replaced. Only for `RollingUpdate`. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
};

const statefulSetUpdateStrategyType: Schema = { type: 'string', enum: ['RollingUpdate', 'OnDelete'] };

export const statefulSetUpdateStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetUpdateStrategy',
  description: 'How pods are replaced by new ones.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'One after another (`RollingUpdate`), or when somebody deletes them (`OnDelete`).', schema: () => statefulSetUpdateStrategyType, presence: 'implicit', required: false, immutable: false },
    { name: 'rollingUpdate', number: 2, description: 'Which pods are replaced. Only for `RollingUpdate`.', schema: () => rollingUpdateStatefulSetStrategySchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Which pods are replaced. */
export type RollingUpdateStatefulSetStrategy = {
  /** The least number of a pod that is replaced. */
  partition?: number;
  /** How many pods may be missing: a number, or a percentage, which is rounded up. */
  maxUnavailable?: number | string;
};

const rollingUpdateStatefulSetStrategyPartition: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const rollingUpdateStatefulSetStrategySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy',
  description: 'Which pods are replaced.',
  atomic: false,
  fields: [
    { name: 'partition', number: 1, description: 'The least number of a pod that is replaced.', schema: () => rollingUpdateStatefulSetStrategyPartition, presence: 'explicit', required: false, immutable: false, default: '0' },
    { name: 'maxUnavailable', number: 2, description: 'How many pods may be missing: a number, or a percentage, which is rounded up.', schema: () => intOrString, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What becomes of the claims of pods that are gone. */
export type StatefulSetPersistentVolumeClaimRetentionPolicy = {
  /** When the StatefulSet is deleted. */
  whenDeleted?: string;
  /** When there are to be fewer pods. */
  whenScaled?: string;
};

const statefulSetPersistentVolumeClaimRetentionPolicyWhenDeleted: Schema = { type: 'string', enum: ['Retain', 'Delete'] };

const statefulSetPersistentVolumeClaimRetentionPolicyWhenScaled: Schema = { type: 'string', enum: ['Retain', 'Delete'] };

export const statefulSetPersistentVolumeClaimRetentionPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy',
  description: 'What becomes of the claims of pods that are gone.',
  atomic: false,
  fields: [
    { name: 'whenDeleted', number: 1, description: 'When the StatefulSet is deleted.', schema: () => statefulSetPersistentVolumeClaimRetentionPolicyWhenDeleted, presence: 'implicit', required: false, immutable: false, default: '"Retain"' },
    { name: 'whenScaled', number: 2, description: 'When there are to be fewer pods.', schema: () => statefulSetPersistentVolumeClaimRetentionPolicyWhenScaled, presence: 'implicit', required: false, immutable: false, default: '"Retain"' },
  ],
};

/** What pods of a StatefulSet there are. */
export type StatefulSetStatus = {
  /** The generation that the rest of the status is about. */
  observedGeneration?: Int64;
  /** How many pods there are. */
  replicas: number;
  /** How many of them are ready. */
  readyReplicas?: number;
  /** How many of them are of the revision `currentRevision`. */
  currentReplicas?: number;
  /** How many of them are of the revision `updateRevision`. */
  updatedReplicas?: number;
  /** Revision of the pods that are not replaced yet. */
  currentRevision?: string;
  /** Revision of the new pods. */
  updateRevision?: string;
  /** How often the name of a new revision was taken. */
  collisionCount?: number;
  /** Aspects of the state of the StatefulSet. */
  conditions?: StatefulSetCondition[];
  /** How many of them have been ready for `minReadySeconds`. */
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
  description: 'What pods of a StatefulSet there are.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'The generation that the rest of the status is about.', schema: () => statefulSetStatusObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'replicas', number: 2, description: 'How many pods there are.', schema: () => statefulSetStatusReplicas, presence: 'always', required: true, immutable: false },
    { name: 'readyReplicas', number: 3, description: 'How many of them are ready.', schema: () => statefulSetStatusReadyReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'currentReplicas', number: 4, description: 'How many of them are of the revision `currentRevision`.', schema: () => statefulSetStatusCurrentReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'updatedReplicas', number: 5, description: 'How many of them are of the revision `updateRevision`.', schema: () => statefulSetStatusUpdatedReplicas, presence: 'implicit', required: false, immutable: false },
    { name: 'currentRevision', number: 6, description: 'Revision of the pods that are not replaced yet.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'updateRevision', number: 7, description: 'Revision of the new pods.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'collisionCount', number: 9, description: 'How often the name of a new revision was taken.', schema: () => statefulSetStatusCollisionCount, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 10, description: 'Aspects of the state of the StatefulSet.', schema: () => statefulSetStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'availableReplicas', number: 11, description: 'How many of them have been ready for `minReadySeconds`.', schema: () => statefulSetStatusAvailableReplicas, presence: 'always', required: false, immutable: false },
  ],
};

/** One aspect of the state of a StatefulSet. */
export type StatefulSetCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const statefulSetConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetCondition',
  description: 'One aspect of the state of a StatefulSet.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of StatefulSets. */
export type StatefulSetList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The StatefulSets. */
  items: StatefulSet[];
};

const statefulSetListItems: ListSchema = { type: 'list', items: () => statefulSetSchema, listType: 'atomic', keys: [] };

export const statefulSetListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.StatefulSetList',
  description: 'A list of StatefulSets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The StatefulSets.', schema: () => statefulSetListItems, presence: 'always', required: true, immutable: false },
  ],
};
