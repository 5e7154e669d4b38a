import type {
  ContainerResourceMetricSource,
  ContainerResourceMetricStatus,
  MetricSpec,
  MetricStatus,
  ResourceMetricSource,
  ResourceMetricStatus,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { parseQuantity, QuantityError } from '@pilothouse/apimachinery/quantity/quantity.js';

/** A metric in the form of v1, as JSON in an annotation has it. */
export function firstMetric({ type, object, pods, resource, containerResource, external }: MetricSpec): JsonObject {
  return defined({
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      targetValue: object.target.value ?? '0',
      ...defined({ selector: object.metric.selector, averageValue: object.target.averageValue }),
    },
    pods: pods && {
      metricName: pods.metric.name,
      targetAverageValue: pods.target.averageValue ?? '0',
      ...defined({ selector: pods.metric.selector }),
    },
    resource: resource && firstResource(resource),
    containerResource: containerResource && {
      ...firstResource(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      ...defined({
        metricSelector: external.metric.selector,
        targetValue: external.target.value,
        targetAverageValue: external.target.averageValue,
      }),
    },
  });
}

function firstResource({ name, target }: ResourceMetricSource | ContainerResourceMetricSource): JsonObject {
  const { averageUtilization, averageValue } = target;
  return defined({ name, targetAverageUtilization: averageUtilization, targetAverageValue: averageValue });
}

/** A current metric in the form of v1. */
export function firstMetricStatus(status: MetricStatus): JsonObject {
  const { type, object, pods, resource, containerResource, external } = status;
  return defined({
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      currentValue: object.current.value ?? '0',
      ...defined({ selector: object.metric.selector, averageValue: object.current.averageValue }),
    },
    pods: pods && {
      metricName: pods.metric.name,
      currentAverageValue: pods.current.averageValue ?? '0',
      ...defined({ selector: pods.metric.selector }),
    },
    resource: resource && firstResourceStatus(resource),
    containerResource: containerResource && {
      ...firstResourceStatus(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      ...defined({ metricSelector: external.metric.selector }),
      currentValue: external.current.value ?? '0',
      ...defined({ currentAverageValue: external.current.averageValue }),
    },
  });
}

function firstResourceStatus({ name, current }: ResourceMetricStatus | ContainerResourceMetricStatus): JsonObject {
  const { averageUtilization, averageValue = '0' } = current;
  return defined({ name, currentAverageUtilization: averageUtilization, currentAverageValue: averageValue });
}

/** A metric from the form of v1. Members of the wrong type remain, so that the decoder finds them. */
export function laterMetric({ object, pods, resource, containerResource, external, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...each('object', object, ({ target, metricName, targetValue = '0', selector, averageValue }) => ({
      describedObject: target,
      target:
        averageValue === undefined
          ? { type: 'Value', value: targetValue }
          : { type: 'AverageValue', ...(isZero(targetValue) ? {} : { value: targetValue }), averageValue },
      metric: { name: metricName, selector },
    })),
    ...each('pods', pods, ({ metricName, targetAverageValue = '0', selector }) => ({
      metric: { name: metricName, selector },
      target: { type: 'AverageValue', averageValue: targetAverageValue },
    })),
    ...each('resource', resource, ({ name, ...target }) => ({ name, target: laterTarget(target) })),
    ...each('containerResource', containerResource, ({ name, container, ...target }) => ({
      name,
      target: laterTarget(target),
      container,
    })),
    ...each('external', external, ({ metricName, metricSelector, targetValue, targetAverageValue }) => ({
      metric: { name: metricName, selector: metricSelector },
      target: {
        type: targetValue === undefined ? 'AverageValue' : 'Value',
        value: targetValue,
        averageValue: targetAverageValue,
      },
    })),
  };
}

function laterTarget({ targetAverageUtilization, targetAverageValue }: JsonObject): Loose {
  return {
    type: targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
    averageValue: targetAverageValue,
    averageUtilization: targetAverageUtilization,
  };
}

/** A current metric from the form of v1. */
export function laterMetricStatus(status: JsonObject): JsonObject {
  const { object, pods, resource, containerResource, external, ...rest } = status;
  return {
    ...rest,
    ...each('object', object, ({ target, metricName, currentValue = '0', selector, averageValue }) => ({
      metric: { name: metricName, selector },
      current: { value: currentValue, averageValue },
      describedObject: target,
    })),
    ...each('pods', pods, ({ metricName, currentAverageValue = '0', selector }) => ({
      metric: { name: metricName, selector },
      current: { averageValue: currentAverageValue },
    })),
    ...each('resource', resource, ({ name, ...current }) => ({ name, current: laterCurrent(current) })),
    ...each('containerResource', containerResource, ({ name, container, ...current }) => ({
      name,
      current: laterCurrent(current),
      container,
    })),
    ...each('external', external, ({ metricName, metricSelector, currentValue = '0', currentAverageValue }) => ({
      metric: { name: metricName, selector: metricSelector },
      current: { value: currentValue, averageValue: currentAverageValue },
    })),
  };
}

function laterCurrent({ currentAverageUtilization, currentAverageValue = '0' }: JsonObject): Loose {
  return { averageValue: currentAverageValue, averageUtilization: currentAverageUtilization };
}

/** Members may be undefined, and are then absent. */
interface Loose {
  readonly [name: string]: JsonValue | Loose | undefined;
}

function each(name: string, value: JsonValue | undefined, convert: (value: JsonObject) => Loose): JsonObject {
  if (value === undefined || value === null) return {};
  return { [name]: isObject(value) ? defined(convert(value)) : value };
}

/** The members that are defined, at every level. */
function defined(members: Loose): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) result[name] = isLoose(value) ? defined(value) : value;
  }
  return result;
}

function isLoose(value: JsonValue | Loose): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isZero(value: JsonValue): boolean {
  try {
    return parseQuantity(typeof value === 'object' ? '' : String(value)).milli === 0n;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}
