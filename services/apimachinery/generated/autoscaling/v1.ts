// Generated from proto/autoscaling/v1/autoscaling.proto, proto/autoscaling/v1/horizontal_pod_autoscaler.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, int64, kindField, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Scale is a scaling request for a resource. */
export type Scale = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. It holds the name, namespace, UID, resourceVersion and creation time of the scaled object. */
  metadata: ObjectMeta;
  /** Desired number of replicas. */
  spec: ScaleSpec;
  /** Current number of replicas. Read-only. */
  status: ScaleStatus;
};

export const scaleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.Scale',
  description: 'Scale is a scaling request for a resource.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. It holds the name, namespace, UID, resourceVersion and creation time of the scaled object.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired number of replicas.', schema: () => scaleSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current number of replicas. Read-only.', schema: () => scaleStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** ScaleSpec describes the desired scale. */
export type ScaleSpec = {
  /** Desired number of instances of the scaled object. */
  replicas?: number;
};

const scaleSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const scaleSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.ScaleSpec',
  description: 'ScaleSpec describes the desired scale.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Desired number of instances of the scaled object.', schema: () => scaleSpecReplicas, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ScaleStatus is the current scale. */
export type ScaleStatus = {
  /** Observed number of instances of the scaled object. */
  replicas: number;
  /** Label query over the pods, as the text of a query parameter. */
  selector?: string;
};

export const scaleStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.ScaleStatus',
  description: 'ScaleStatus is the current scale.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Observed number of instances of the scaled object.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'selector', number: 2, description: 'Label query over the pods, as the text of a query parameter.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** HorizontalPodAutoscaler scales a resource with the subresource `scale` by its CPU utilization. Annotations hold what only the version v2 has: other metrics, behavior and conditions. */
export type HorizontalPodAutoscaler = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired behavior of the autoscaler. */
  spec: HorizontalPodAutoscalerSpec;
  /** Current status of the autoscaler. Read-only. */
  status: HorizontalPodAutoscalerStatus;
};

export const horizontalPodAutoscalerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
  description: 'HorizontalPodAutoscaler scales a resource with the subresource `scale` by its CPU utilization. Annotations hold what only the version v2 has: other metrics, behavior and conditions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the autoscaler.', schema: () => horizontalPodAutoscalerSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the autoscaler. Read-only.', schema: () => horizontalPodAutoscalerStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** HorizontalPodAutoscalerSpec describes the desired behavior of an autoscaler. */
export type HorizontalPodAutoscalerSpec = {
  /** Scaled object, whose pods supply the metrics. */
  scaleTargetRef: CrossVersionObjectReference;
  /** Lower limit for the number of replicas. Defaults to 1. */
  minReplicas?: number;
  /** Upper limit for the number of replicas. Not less than `minReplicas`. */
  maxReplicas: number;
  /** Target of the average CPU utilization of the pods, in percent of their requests. Defaults to 80, without other metrics. */
  targetCPUUtilizationPercentage?: number;
};

export const horizontalPodAutoscalerSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec',
  description: 'HorizontalPodAutoscalerSpec describes the desired behavior of an autoscaler.',
  atomic: false,
  fields: [
    { name: 'scaleTargetRef', number: 1, description: 'Scaled object, whose pods supply the metrics.', schema: () => crossVersionObjectReferenceSchema, presence: 'always', required: true, immutable: false },
    { name: 'minReplicas', number: 2, description: 'Lower limit for the number of replicas. Defaults to 1.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'maxReplicas', number: 3, description: 'Upper limit for the number of replicas. Not less than `minReplicas`.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'targetCPUUtilizationPercentage', number: 4, description: 'Target of the average CPU utilization of the pods, in percent of their requests. Defaults to 80, without other metrics.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CrossVersionObjectReference refers to an object of any kind in the same namespace. */
export type CrossVersionObjectReference = {
  /** Kind of the object. */
  kind: string;
  /** Name of the object. */
  name: string;
  /** API version of the object. */
  apiVersion?: string;
};

export const crossVersionObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.CrossVersionObjectReference',
  description: 'CrossVersionObjectReference refers to an object of any kind in the same namespace.',
  atomic: true,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 2, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'apiVersion', number: 3, description: 'API version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** HorizontalPodAutoscalerStatus is the current state of an autoscaler. */
export type HorizontalPodAutoscalerStatus = {
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Time at which the autoscaler last changed the number of replicas. */
  lastScaleTime?: string;
  /** Current number of replicas, as last seen by the autoscaler. */
  currentReplicas: number;
  /** Desired number of replicas, as last computed by the autoscaler. */
  desiredReplicas: number;
  /** Current average CPU utilization of the pods, in percent of their requests. */
  currentCPUUtilizationPercentage?: number;
};

export const horizontalPodAutoscalerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus',
  description: 'HorizontalPodAutoscalerStatus is the current state of an autoscaler.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'Generation of the object that the controller processed last.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'lastScaleTime', number: 2, description: 'Time at which the autoscaler last changed the number of replicas.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'currentReplicas', number: 3, description: 'Current number of replicas, as last seen by the autoscaler.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'desiredReplicas', number: 4, description: 'Desired number of replicas, as last computed by the autoscaler.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'currentCPUUtilizationPercentage', number: 5, description: 'Current average CPU utilization of the pods, in percent of their requests.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HorizontalPodAutoscalerList is a list of HorizontalPodAutoscalers. */
export type HorizontalPodAutoscalerList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of HorizontalPodAutoscalers. */
  items: HorizontalPodAutoscaler[];
};

const horizontalPodAutoscalerListItems: ListSchema = { type: 'list', items: () => horizontalPodAutoscalerSchema, listType: 'atomic', keys: [] };

export const horizontalPodAutoscalerListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerList',
  description: 'HorizontalPodAutoscalerList is a list of HorizontalPodAutoscalers.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of HorizontalPodAutoscalers.', schema: () => horizontalPodAutoscalerListItems, presence: 'always', required: true, immutable: false },
  ],
};
