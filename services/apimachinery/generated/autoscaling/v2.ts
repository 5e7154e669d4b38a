// Generated from proto/autoscaling/v2/autoscaling.proto, proto/autoscaling/v2/metrics.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, int64, kindField, quantity, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** HorizontalPodAutoscaler scales a resource with the subresource `scale` by metrics. */
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
  name: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  description: 'HorizontalPodAutoscaler scales a resource with the subresource `scale` by metrics.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired behavior of the autoscaler.', schema: () => horizontalPodAutoscalerSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current status of the autoscaler. Read-only.', schema: () => horizontalPodAutoscalerStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const horizontalPodAutoscalerNames: ResourceNames = { resource: 'horizontalpodautoscalers', singular: 'horizontalpodautoscaler', kind: 'HorizontalPodAutoscaler', shortNames: ['hpa'], categories: ['all'], scope: 'Namespaced' };

/** HorizontalPodAutoscalerSpec describes the desired behavior of an autoscaler. */
export type HorizontalPodAutoscalerSpec = {
  /** Scaled object, whose pods supply the metrics. */
  scaleTargetRef: CrossVersionObjectReference;
  /** Lower limit for the number of replicas. Defaults to 1. */
  minReplicas?: number;
  /** Upper limit for the number of replicas. Not less than `minReplicas`. */
  maxReplicas: number;
  /** Metrics for the number of replicas. The largest number that results from a metric is used. Defaults to an average CPU utilization of 80 percent. */
  metrics?: MetricSpec[];
  /** Behavior of the target in each direction. Defaults to the rules of `scaleUp` and `scaleDown`. */
  behavior?: HorizontalPodAutoscalerBehavior;
};

const horizontalPodAutoscalerSpecMetrics: ListSchema = { type: 'list', items: () => metricSpecSchema, listType: 'atomic', keys: [] };

export const horizontalPodAutoscalerSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec',
  description: 'HorizontalPodAutoscalerSpec describes the desired behavior of an autoscaler.',
  atomic: false,
  fields: [
    { name: 'scaleTargetRef', number: 1, description: 'Scaled object, whose pods supply the metrics.', schema: () => crossVersionObjectReferenceSchema, presence: 'always', required: true, immutable: false },
    { name: 'minReplicas', number: 2, description: 'Lower limit for the number of replicas. Defaults to 1.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '1' },
    { name: 'maxReplicas', number: 3, description: 'Upper limit for the number of replicas. Not less than `minReplicas`.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'metrics', number: 4, description: 'Metrics for the number of replicas. The largest number that results from a metric is used. Defaults to an average CPU utilization of 80 percent.', schema: () => horizontalPodAutoscalerSpecMetrics, presence: 'implicit', required: false, immutable: false },
    { name: 'behavior', number: 5, description: 'Behavior of the target in each direction. Defaults to the rules of `scaleUp` and `scaleDown`.', schema: () => horizontalPodAutoscalerBehaviorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HorizontalPodAutoscalerBehavior is the behavior of the target in each direction. */
export type HorizontalPodAutoscalerBehavior = {
  /** Rules for more replicas. By default, the larger of 4 pods and 100 percent every 15 seconds, without stabilization. */
  scaleUp?: HPAScalingRules;
  /** Rules for fewer replicas. By default, down to `minReplicas`, with a stabilization window of 300 seconds. */
  scaleDown?: HPAScalingRules;
};

export const horizontalPodAutoscalerBehaviorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior',
  description: 'HorizontalPodAutoscalerBehavior is the behavior of the target in each direction.',
  atomic: false,
  fields: [
    { name: 'scaleUp', number: 1, description: 'Rules for more replicas. By default, the larger of 4 pods and 100 percent every 15 seconds, without stabilization.', schema: () => hpaScalingRulesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scaleDown', number: 2, description: 'Rules for fewer replicas. By default, down to `minReplicas`, with a stabilization window of 300 seconds.', schema: () => hpaScalingRulesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HPAScalingRules are the rules of one direction. Policies are applied after the number of replicas is computed from the metrics. */
export type HPAScalingRules = {
  /** Seconds of past recommendations that are considered, 0 to 3600. Defaults to 0 for `scaleUp`, 300 for `scaleDown`. */
  stabilizationWindowSeconds?: number;
  /** Which policy is used: `Max`, `Min` or `Disabled`. Defaults to `Max`. */
  selectPolicy?: string;
  /** Possible policies. At least one is required; otherwise the rules are invalid. */
  policies?: HPAScalingPolicy[];
  /** Ratio between current and desired value of a metric within which nothing is scaled, such as `50m` for 5 percent. Defaults to the tolerance of the cluster, which is usually 10 percent. */
  tolerance?: string;
};

const hpaScalingRulesPolicies: ListSchema = { type: 'list', items: () => hpaScalingPolicySchema, listType: 'atomic', keys: [] };

export const hpaScalingRulesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.HPAScalingRules',
  description: 'HPAScalingRules are the rules of one direction. Policies are applied after the number of replicas is computed from the metrics.',
  atomic: false,
  fields: [
    { name: 'stabilizationWindowSeconds', number: 3, description: 'Seconds of past recommendations that are considered, 0 to 3600. Defaults to 0 for `scaleUp`, 300 for `scaleDown`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
    { name: 'selectPolicy', number: 1, description: 'Which policy is used: `Max`, `Min` or `Disabled`. Defaults to `Max`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'policies', number: 2, description: 'Possible policies. At least one is required; otherwise the rules are invalid.', schema: () => hpaScalingRulesPolicies, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerance', number: 4, description: 'Ratio between current and desired value of a metric within which nothing is scaled, such as `50m` for 5 percent. Defaults to the tolerance of the cluster, which is usually 10 percent.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

/** HPAScalingPolicy is a policy that must hold for a period. */
export type HPAScalingPolicy = {
  /** Type of the policy: `Pods` or `Percent`. */
  type: string;
  /** Permitted change. Greater than 0. */
  value: number;
  /** Period in seconds for which the policy must hold, 1 to 1800. */
  periodSeconds: number;
};

export const hpaScalingPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.HPAScalingPolicy',
  description: 'HPAScalingPolicy is a policy that must hold for a period.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the policy: `Pods` or `Percent`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Permitted change. Greater than 0.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'periodSeconds', number: 3, description: 'Period in seconds for which the policy must hold, 1 to 1800.', schema: () => int32, presence: 'always', required: true, immutable: false },
  ],
};

/** HorizontalPodAutoscalerStatus is the current state of an autoscaler. */
export type HorizontalPodAutoscalerStatus = {
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Time at which the autoscaler last changed the number of replicas. */
  lastScaleTime?: string;
  /** Current number of replicas, as last seen by the autoscaler. */
  currentReplicas?: number;
  /** Desired number of replicas, as last computed by the autoscaler. */
  desiredReplicas: number;
  /** Metrics as last read. */
  currentMetrics?: MetricStatus[];
  /** Conditions for scaling, at most one for each type. */
  conditions?: HorizontalPodAutoscalerCondition[];
};

const horizontalPodAutoscalerStatusCurrentMetrics: ListSchema = { type: 'list', items: () => metricStatusSchema, listType: 'atomic', keys: [] };

const horizontalPodAutoscalerStatusConditions: ListSchema = { type: 'list', items: () => horizontalPodAutoscalerConditionSchema, listType: 'map', keys: ['type'] };

export const horizontalPodAutoscalerStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus',
  description: 'HorizontalPodAutoscalerStatus is the current state of an autoscaler.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'Generation of the object that the controller processed last.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'lastScaleTime', number: 2, description: 'Time at which the autoscaler last changed the number of replicas.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'currentReplicas', number: 3, description: 'Current number of replicas, as last seen by the autoscaler.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'desiredReplicas', number: 4, description: 'Desired number of replicas, as last computed by the autoscaler.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'currentMetrics', number: 5, description: 'Metrics as last read.', schema: () => horizontalPodAutoscalerStatusCurrentMetrics, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 6, description: 'Conditions for scaling, at most one for each type.', schema: () => horizontalPodAutoscalerStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** HorizontalPodAutoscalerCondition is one observation of the state of an autoscaler. */
export type HorizontalPodAutoscalerCondition = {
  /** Type of the condition: `ScalingActive`, `AbleToScale` or `ScalingLimited`. */
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

export const horizontalPodAutoscalerConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition',
  description: 'HorizontalPodAutoscalerCondition is one observation of the state of an autoscaler.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition: `ScalingActive`, `AbleToScale` or `ScalingLimited`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 3, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 5, description: 'Human-readable details about the last transition.', schema: () => text, presence: 'implicit', required: false, immutable: false },
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
  name: 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerList',
  description: 'HorizontalPodAutoscalerList is a list of HorizontalPodAutoscalers.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of HorizontalPodAutoscalers.', schema: () => horizontalPodAutoscalerListItems, presence: 'always', required: true, immutable: false },
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
  name: 'io.k8s.api.autoscaling.v2.CrossVersionObjectReference',
  description: 'CrossVersionObjectReference refers to an object of any kind in the same namespace.',
  atomic: false,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 2, description: 'Name of the object.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'apiVersion', number: 3, description: 'API version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** MetricSpec describes a metric and its target. Only the field that belongs to `type` is set. */
export type MetricSpec = {
  /** Type of the metric: `ContainerResource`, `External`, `Object`, `Pods` or `Resource`. */
  type: string;
  /** Metric of one object, such as the requests per second of an Ingress. */
  object?: ObjectMetricSource;
  /** Metric of each pod, such as the processed transactions per second. Its average over the pods is compared. */
  pods?: PodsMetricSource;
  /** Metric of a resource in the requests and limits of the pods, such as CPU. */
  resource?: ResourceMetricSource;
  /** Metric of a resource of one container of each pod. */
  containerResource?: ContainerResourceMetricSource;
  /** Metric of no object, such as the length of a queue outside of the cluster. */
  external?: ExternalMetricSource;
};

export const metricSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.MetricSpec',
  description: 'MetricSpec describes a metric and its target. Only the field that belongs to `type` is set.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the metric: `ContainerResource`, `External`, `Object`, `Pods` or `Resource`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'object', number: 2, description: 'Metric of one object, such as the requests per second of an Ingress.', schema: () => objectMetricSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'pods', number: 3, description: 'Metric of each pod, such as the processed transactions per second. Its average over the pods is compared.', schema: () => podsMetricSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resource', number: 4, description: 'Metric of a resource in the requests and limits of the pods, such as CPU.', schema: () => resourceMetricSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'containerResource', number: 7, description: 'Metric of a resource of one container of each pod.', schema: () => containerResourceMetricSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'external', number: 5, description: 'Metric of no object, such as the length of a queue outside of the cluster.', schema: () => externalMetricSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ObjectMetricSource is a metric of an object, and its target. */
export type ObjectMetricSource = {
  /** Described object. */
  describedObject: CrossVersionObjectReference;
  /** Target value. */
  target: MetricTarget;
  /** Metric, by name and selector. */
  metric: MetricIdentifier;
};

export const objectMetricSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ObjectMetricSource',
  description: 'ObjectMetricSource is a metric of an object, and its target.',
  atomic: false,
  fields: [
    { name: 'describedObject', number: 1, description: 'Described object.', schema: () => crossVersionObjectReferenceSchema, presence: 'always', required: true, immutable: false },
    { name: 'target', number: 2, description: 'Target value.', schema: () => metricTargetSchema, presence: 'always', required: true, immutable: false },
    { name: 'metric', number: 3, description: 'Metric, by name and selector.', schema: () => metricIdentifierSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** PodsMetricSource is a metric of each pod, and the target of its average. */
export type PodsMetricSource = {
  /** Metric, by name and selector. */
  metric: MetricIdentifier;
  /** Target value. */
  target: MetricTarget;
};

export const podsMetricSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.PodsMetricSource',
  description: 'PodsMetricSource is a metric of each pod, and the target of its average.',
  atomic: false,
  fields: [
    { name: 'metric', number: 1, description: 'Metric, by name and selector.', schema: () => metricIdentifierSchema, presence: 'always', required: true, immutable: false },
    { name: 'target', number: 2, description: 'Target value.', schema: () => metricTargetSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceMetricSource is a metric of a resource of the pods, and its target. */
export type ResourceMetricSource = {
  /** Name of the resource. */
  name: string;
  /** Target value. */
  target: MetricTarget;
};

export const resourceMetricSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ResourceMetricSource',
  description: 'ResourceMetricSource is a metric of a resource of the pods, and its target.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'target', number: 2, description: 'Target value.', schema: () => metricTargetSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** ContainerResourceMetricSource is a metric of a resource of one container of each pod, and its target. */
export type ContainerResourceMetricSource = {
  /** Name of the resource. */
  name: string;
  /** Target value. */
  target: MetricTarget;
  /** Name of the container. */
  container: string;
};

export const containerResourceMetricSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ContainerResourceMetricSource',
  description: 'ContainerResourceMetricSource is a metric of a resource of one container of each pod, and its target.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'target', number: 2, description: 'Target value.', schema: () => metricTargetSchema, presence: 'always', required: true, immutable: false },
    { name: 'container', number: 3, description: 'Name of the container.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ExternalMetricSource is a metric of no object, and its target. */
export type ExternalMetricSource = {
  /** Metric, by name and selector. */
  metric: MetricIdentifier;
  /** Target value. */
  target: MetricTarget;
};

export const externalMetricSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ExternalMetricSource',
  description: 'ExternalMetricSource is a metric of no object, and its target.',
  atomic: false,
  fields: [
    { name: 'metric', number: 1, description: 'Metric, by name and selector.', schema: () => metricIdentifierSchema, presence: 'always', required: true, immutable: false },
    { name: 'target', number: 2, description: 'Target value.', schema: () => metricTargetSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** MetricIdentifier is the name of a metric, and optionally a selector. */
export type MetricIdentifier = {
  /** Name of the metric. */
  name: string;
  /** Label selector of the metric. Without it, the name alone counts. */
  selector?: LabelSelector;
};

export const metricIdentifierSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.MetricIdentifier',
  description: 'MetricIdentifier is the name of a metric, and optionally a selector.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the metric.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'selector', number: 2, description: 'Label selector of the metric. Without it, the name alone counts.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** MetricTarget is the target value, average value or average utilization of a metric. */
export type MetricTarget = {
  /** Type of the target: `Utilization`, `Value` or `AverageValue`. */
  type: string;
  /** Target value of the metric. */
  value?: string;
  /** Target value of the average of the metric over the pods. */
  averageValue?: string;
  /** Target value of the average of the resource metric, in percent of the requests of the pods. Only for the types `Resource` and `ContainerResource`. */
  averageUtilization?: number;
};

export const metricTargetSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.MetricTarget',
  description: 'MetricTarget is the target value, average value or average utilization of a metric.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the target: `Utilization`, `Value` or `AverageValue`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'Target value of the metric.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'averageValue', number: 3, description: 'Target value of the average of the metric over the pods.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'averageUtilization', number: 4, description: 'Target value of the average of the resource metric, in percent of the requests of the pods. Only for the types `Resource` and `ContainerResource`.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

/** MetricStatus is the value of a metric as last read. Only the field that belongs to `type` is set. */
export type MetricStatus = {
  /** Type of the metric, as in `MetricSpec`. */
  type: string;
  /** Metric of one object. */
  object?: ObjectMetricStatus;
  /** Metric of each pod. */
  pods?: PodsMetricStatus;
  /** Metric of a resource of the pods. */
  resource?: ResourceMetricStatus;
  /** Metric of a resource of one container of each pod. */
  containerResource?: ContainerResourceMetricStatus;
  /** Metric of no object. */
  external?: ExternalMetricStatus;
};

export const metricStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.MetricStatus',
  description: 'MetricStatus is the value of a metric as last read. Only the field that belongs to `type` is set.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the metric, as in `MetricSpec`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'object', number: 2, description: 'Metric of one object.', schema: () => objectMetricStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'pods', number: 3, description: 'Metric of each pod.', schema: () => podsMetricStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'resource', number: 4, description: 'Metric of a resource of the pods.', schema: () => resourceMetricStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'containerResource', number: 7, description: 'Metric of a resource of one container of each pod.', schema: () => containerResourceMetricStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'external', number: 5, description: 'Metric of no object.', schema: () => externalMetricStatusSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ObjectMetricStatus is the current value of a metric of an object. */
export type ObjectMetricStatus = {
  /** Metric, by name and selector. */
  metric: MetricIdentifier;
  /** Current value. */
  current: MetricValueStatus;
  /** Described object. */
  describedObject: CrossVersionObjectReference;
};

export const objectMetricStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ObjectMetricStatus',
  description: 'ObjectMetricStatus is the current value of a metric of an object.',
  atomic: false,
  fields: [
    { name: 'metric', number: 1, description: 'Metric, by name and selector.', schema: () => metricIdentifierSchema, presence: 'always', required: true, immutable: false },
    { name: 'current', number: 2, description: 'Current value.', schema: () => metricValueStatusSchema, presence: 'always', required: true, immutable: false },
    { name: 'describedObject', number: 3, description: 'Described object.', schema: () => crossVersionObjectReferenceSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** PodsMetricStatus is the current value of a metric of each pod. */
export type PodsMetricStatus = {
  /** Metric, by name and selector. */
  metric: MetricIdentifier;
  /** Current value. */
  current: MetricValueStatus;
};

export const podsMetricStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.PodsMetricStatus',
  description: 'PodsMetricStatus is the current value of a metric of each pod.',
  atomic: false,
  fields: [
    { name: 'metric', number: 1, description: 'Metric, by name and selector.', schema: () => metricIdentifierSchema, presence: 'always', required: true, immutable: false },
    { name: 'current', number: 2, description: 'Current value.', schema: () => metricValueStatusSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** ResourceMetricStatus is the current value of a metric of a resource of the pods. */
export type ResourceMetricStatus = {
  /** Name of the resource. */
  name: string;
  /** Current value. */
  current: MetricValueStatus;
};

export const resourceMetricStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ResourceMetricStatus',
  description: 'ResourceMetricStatus is the current value of a metric of a resource of the pods.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'current', number: 2, description: 'Current value.', schema: () => metricValueStatusSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** ContainerResourceMetricStatus is the current value of a metric of a resource of one container of each pod. */
export type ContainerResourceMetricStatus = {
  /** Name of the resource. */
  name: string;
  /** Current value. */
  current: MetricValueStatus;
  /** Name of the container. */
  container: string;
};

export const containerResourceMetricStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus',
  description: 'ContainerResourceMetricStatus is the current value of a metric of a resource of one container of each pod.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'current', number: 2, description: 'Current value.', schema: () => metricValueStatusSchema, presence: 'always', required: true, immutable: false },
    { name: 'container', number: 3, description: 'Name of the container.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ExternalMetricStatus is the current value of a metric of no object. */
export type ExternalMetricStatus = {
  /** Metric, by name and selector. */
  metric: MetricIdentifier;
  /** Current value. */
  current: MetricValueStatus;
};

export const externalMetricStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.ExternalMetricStatus',
  description: 'ExternalMetricStatus is the current value of a metric of no object.',
  atomic: false,
  fields: [
    { name: 'metric', number: 1, description: 'Metric, by name and selector.', schema: () => metricIdentifierSchema, presence: 'always', required: true, immutable: false },
    { name: 'current', number: 2, description: 'Current value.', schema: () => metricValueStatusSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** MetricValueStatus is the current value of a metric. */
export type MetricValueStatus = {
  /** Current value of the metric. */
  value?: string;
  /** Current value of the average of the metric over the pods. */
  averageValue?: string;
  /** Current value of the average of the resource metric, in percent of the requests of the pods. */
  averageUtilization?: number;
};

export const metricValueStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v2.MetricValueStatus',
  description: 'MetricValueStatus is the current value of a metric.',
  atomic: false,
  fields: [
    { name: 'value', number: 1, description: 'Current value of the metric.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'averageValue', number: 2, description: 'Current value of the average of the metric over the pods.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'averageUtilization', number: 3, description: 'Current value of the average of the resource metric, in percent of the requests of the pods.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};
