import {
  horizontalPodAutoscalerSchema as firstSchema,
  type HorizontalPodAutoscaler as First,
} from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import {
  horizontalPodAutoscalerSchema,
  horizontalPodAutoscalerSpecSchema,
  horizontalPodAutoscalerStatusSchema,
  type HorizontalPodAutoscaler,
  type MetricSpec,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, DecodeError, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import { ANNOTATIONS, withAnnotations } from './annotations.js';
import { behaviorText, goJson, readAnnotation } from './annotation-json.js';
import { CPU, cpuUtilization, DEFAULT_UTILIZATION } from './cpu.js';
import { firstMetric, firstMetricStatus, laterMetric, laterMetricStatus } from './first-metrics.js';
import type { Conversion } from '../definition/definition.js';

const decodeFirst = compileDecoder(firstSchema);
const decodeLater = compileDecoder(horizontalPodAutoscalerSchema);
const decodeSpec = compileDecoder(horizontalPodAutoscalerSpecSchema);
const decodeStatus = compileDecoder(horizontalPodAutoscalerStatusSchema);

/**
 * The version v1. Its spec has only a target CPU utilization. Annotations hold other metrics, behavior, current metrics
 * and conditions. The order of metrics, and details that v1 cannot express, are lost, as in Kubernetes.
 */
export const firstVersion: Conversion = {
  lossy: true,
  fromStored: (object) => decodeFirst(toFirst(object as HorizontalPodAutoscaler)).value,
  toStored: (object) => decodeLater(toLater(object as First)).value,
};

function toFirst({ metadata, spec, status }: HorizontalPodAutoscaler): JsonObject {
  const { scaleTargetRef, minReplicas, maxReplicas, metrics = [], behavior } = spec;
  const { currentMetrics = [], conditions = [], ...counts } = status;
  const others = metrics.filter((metric) => cpuTarget(metric) === undefined);
  const target = metrics.map(cpuTarget).find((value) => value !== undefined);
  const current = currentMetrics.map(({ type, resource }) =>
    type === 'Resource' && resource?.name === CPU ? resource.current.averageUtilization : undefined,
  );
  const utilization = current.filter((value) => value !== undefined).at(-1);
  const annotations = {
    ...(others.length > 0 && { [ANNOTATIONS.metrics]: goJson(others.map(firstMetric)) }),
    ...(currentMetrics.length > 0 && { [ANNOTATIONS.currentMetrics]: goJson(currentMetrics.map(firstMetricStatus)) }),
    ...(behavior && { [ANNOTATIONS.behavior]: behaviorText(behavior) }),
    ...(conditions.length > 0 && {
      [ANNOTATIONS.conditions]: goJson(
        conditions.map(({ type, status: state, lastTransitionTime = null, reason, message }) => ({
          type,
          status: state,
          lastTransitionTime,
          ...(reason !== undefined && { reason }),
          ...(message !== undefined && { message }),
        })),
      ),
    }),
  };
  return {
    metadata: withAnnotations(metadata, annotations),
    spec: {
      scaleTargetRef,
      ...(minReplicas !== undefined && { minReplicas }),
      maxReplicas,
      ...(target !== undefined && { targetCPUUtilizationPercentage: target }),
    },
    status: { ...counts, ...(utilization !== undefined && { currentCPUUtilizationPercentage: utilization }) },
  };
}

function cpuTarget({ type, resource }: MetricSpec): number | undefined {
  return type === 'Resource' && resource?.name === CPU ? resource.target.averageUtilization : undefined;
}

function toLater({ metadata, spec, status }: First): JsonObject {
  const { scaleTargetRef, minReplicas, maxReplicas, targetCPUUtilizationPercentage: target } = spec;
  const { currentCPUUtilizationPercentage: utilization, ...counts } = status;
  const { annotations = {} } = metadata;
  const others = checked(decodeSpec, 'metrics', readList(annotations[ANNOTATIONS.metrics], laterMetric));
  const metrics = [...((others ?? []) as JsonValue[]), ...(target === undefined ? [] : [cpuUtilization(target)])];
  const behavior = checked(decodeSpec, 'behavior', readAnnotation(annotations[ANNOTATIONS.behavior]));
  const read = readList(annotations[ANNOTATIONS.currentMetrics], laterMetricStatus);
  const currentMetrics = checked(decodeStatus, 'currentMetrics', read) ?? cpuStatus(utilization);
  const conditions = readList(annotations[ANNOTATIONS.conditions], (condition) => condition);
  return {
    metadata: withAnnotations(metadata),
    spec: {
      scaleTargetRef,
      ...(minReplicas !== undefined && { minReplicas }),
      maxReplicas,
      metrics: metrics.length > 0 ? metrics : [cpuUtilization(DEFAULT_UTILIZATION)],
      ...(isObject(behavior) && Object.keys(behavior).length > 0 && { behavior }),
    },
    status: { ...counts, currentMetrics, conditions: checked(decodeStatus, 'conditions', conditions) ?? [] },
  };
}

function cpuStatus(utilization: number | undefined): JsonValue[] {
  if (utilization === undefined) return [];
  return [{ type: 'Resource', resource: { name: CPU, current: { averageUtilization: utilization } } }];
}

/** The list in an annotation, with each item converted; undefined if there is none, or it cannot be read. */
function readList(text: string | undefined, convert: (item: JsonObject) => JsonObject): JsonValue[] | undefined {
  const list = readAnnotation(text);
  return Array.isArray(list) && list.every(isObject) ? list.map(convert) : undefined;
}

/** A field that comes from an annotation; undefined if its type is wrong, which Kubernetes ignores too. */
function checked(
  decode: (value: JsonObject) => Decoded,
  name: string,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (value === undefined) return undefined;
  try {
    return decode({ [name]: value }).value[name];
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
