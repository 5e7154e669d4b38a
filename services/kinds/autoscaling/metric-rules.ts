import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { containerResource } from '../core/pod/amounts.js';
import { validateReference, validateSegment, type VersionRule } from './reference-rules.js';

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];
/** The fields of the types, in the order in which Kubernetes validates them. */
const SOURCES = ['object', 'external', 'pods', 'resource', 'containerResource'] as const;
const FIELDS: ReadonlyMap<string, (typeof SOURCES)[number]> = new Map([
  ['Object', 'object'],
  ['External', 'external'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
]);

/** Validates a metric (Kubernetes' validateMetricSpec). Of several sources, the first one is validated. */
export function validateMetric(metric: MetricSpec, path: string, objectRule: VersionRule): FieldError[] {
  const { type, object, external, pods, resource, containerResource: container } = metric;
  const field = fieldPath(path, 'type');
  const errors: FieldError[] = [];
  const unknown = notSupported(field, type, TYPES);
  if (type === '') errors.push(required(field, 'must specify a metric source type'));
  if (!TYPES.includes(type)) errors.push(unknown);
  const present = SOURCES.filter((name) => metric[name] !== undefined);
  const [first] = present;
  if (object !== undefined) errors.push(...validateObject(object, fieldPath(path, 'object'), objectRule));
  else if (external !== undefined) errors.push(...validateExternal(external, fieldPath(path, 'external')));
  else if (pods !== undefined) errors.push(...validatePods(pods, fieldPath(path, 'pods')));
  else if (resource !== undefined) errors.push(...validateResource(resource, fieldPath(path, 'resource')));
  else if (container !== undefined) {
    errors.push(...validateContainerResource(container, fieldPath(path, 'containerResource')));
  }
  const expected = FIELDS.get(type);
  if (expected === undefined) errors.push(unknown);
  else if (metric[expected] === undefined) {
    errors.push(required(fieldPath(path, expected), 'must populate information for the given metric source'));
  }
  if (present.length === 1 && first !== undefined) return errors;
  const others = present.filter((name) => name !== expected);
  return [
    ...errors,
    ...others.map((name) => forbidden(fieldPath(path, name), 'must populate the given metric source only')),
  ];
}

function validateObject(source: ObjectMetricSource, path: string, rule: VersionRule): FieldError[] {
  const { describedObject, metric, target } = source;
  return [
    ...validateReference(describedObject, fieldPath(path, 'describedObject'), rule),
    ...validateIdentifier(metric, fieldPath(path, 'metric')),
    ...validateTarget(target, fieldPath(path, 'target')),
    ...(target.value === undefined && target.averageValue === undefined
      ? [required(fieldPath(path, 'target.averageValue'), 'must set either a target value or averageValue')]
      : []),
  ];
}

function validateExternal({ metric, target }: ExternalMetricSource, path: string): FieldError[] {
  const { value, averageValue } = target;
  const errors = [
    ...validateIdentifier(metric, fieldPath(path, 'metric')),
    ...validateTarget(target, fieldPath(path, 'target')),
  ];
  if (value === undefined && averageValue === undefined) {
    const text = 'must set either a target value for metric or a per-pod target';
    errors.push(required(fieldPath(path, 'target.averageValue'), text));
  }
  if (value !== undefined && averageValue !== undefined) {
    const text = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbidden(fieldPath(path, 'target.value'), text));
  }
  return errors;
}

function validatePods({ metric, target }: PodsMetricSource, path: string): FieldError[] {
  return [
    ...validateIdentifier(metric, fieldPath(path, 'metric')),
    ...validateTarget(target, fieldPath(path, 'target')),
    ...(target.averageValue === undefined
      ? [required(fieldPath(path, 'target.averageValue'), 'must specify a positive target averageValue')]
      : []),
  ];
}

function validateResource({ name, target }: ResourceMetricSource, path: string): FieldError[] {
  const field = fieldPath(path, 'name');
  return [
    ...(name === '' ? [required(field, 'must specify a resource name')] : []),
    ...validateUtilization(target, fieldPath(path, 'target')),
  ];
}

function validateContainerResource(source: ContainerResourceMetricSource, path: string): FieldError[] {
  const { name, container, target } = source;
  const [field, place] = [fieldPath(path, 'name'), fieldPath(path, 'container')];
  return [
    ...(name === '' ? [required(field, 'must specify a resource name')] : containerResource(name, field)),
    ...(container === ''
      ? [required(place, 'must specify a container')]
      : invalidEach(place, container, dnsLabel(container))),
    ...validateUtilization(target, fieldPath(path, 'target')),
  ];
}

function validateUtilization(target: MetricTarget, path: string): FieldError[] {
  const { averageUtilization, averageValue } = target;
  const errors = validateTarget(target, path);
  if (averageUtilization === undefined && averageValue === undefined) {
    const text = 'must set either a target raw value or a target utilization';
    errors.push(required(fieldPath(path, 'averageUtilization'), text));
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    const text = 'may not set both a target raw value and a target utilization';
    errors.push(forbidden(fieldPath(path, 'averageValue'), text));
  }
  return errors;
}

function validateTarget({ type, value, averageValue, averageUtilization }: MetricTarget, path: string): FieldError[] {
  const field = fieldPath(path, 'type');
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(field, 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalid(field, type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const [name, quantity] of Object.entries({ value, averageValue })) {
    if (quantity !== undefined && parseQuantity(quantity).milli <= 0n) {
      errors.push(invalid(fieldPath(path, name), quantity, 'must be positive'));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalid(fieldPath(path, 'averageUtilization'), averageUtilization, 'must be greater than 0'));
  }
  return errors;
}

function validateIdentifier({ name }: MetricIdentifier, path: string): FieldError[] {
  return validateSegment(name, fieldPath(path, 'name'), 'must specify a metric name');
}
