import type { Device } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { fieldPath, invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateNodeSelector } from '../core/node-selector.js';
import { countValues, validateAttribute } from './attributes.js';
import { validateBindingConditions } from './binding-conditions.js';
import { validateCapacity } from './capacity.js';
import { validateCounters } from './counters.js';
import { validateEntries, validateItems, validateSet } from './lists.js';
import { attributeName, label, subdomain } from './names.js';
import { validateMappings } from './node-resources.js';
import { validateTaint } from './taints.js';

const MAX_ATTRIBUTES = 32;
const MAX_VALUES = 48;
const MAX_TAINTS = 16;
const MAX_CONSUMED_SETS = 2;
/** A domain, a slash and an identifier. */
const MAX_KEY = 63 + 1 + 32;

/** Validates a device (Kubernetes' validateDevice). `hasNodes`: each device of the slice selects its nodes. */
export function validateDevice(device: Device, old: Device | undefined, hasNodes: boolean, path: string): FieldError[] {
  const { name, attributes = {}, capacity = {}, taints = [], consumesCounters = [] } = device;
  const isShared = device.allowMultipleAllocations === true;
  const field = (member: string): string => fieldPath(path, member);
  const areTaintsKnown = old !== undefined && deepEqual(taints, old.taints ?? []);
  return [
    ...label(name, field('name')),
    ...validateCounts(device, path),
    ...validateEntries(attributes, field('attributes'), { maxKey: MAX_KEY }, attributeName, validateAttribute),
    ...validateEntries(capacity, field('capacity'), { maxKey: MAX_KEY }, attributeName, (each, item) =>
      validateCapacity(each, isShared, item),
    ),
    ...(areTaintsKnown ? [] : validateItems(taints, field('taints'), MAX_TAINTS, validateTaint)),
    ...validateSet(
      consumesCounters,
      field('consumesCounters'),
      MAX_CONSUMED_SETS,
      ({ counterSet, counters }, item) => validateCounters('counterSet', counterSet, counters, item),
      ({ counterSet }) => counterSet,
    ),
    ...(hasNodes ? validateNodes(device, path) : validateNoNodes(device, path)),
    ...validateBindingConditions(device, path),
    ...validateMappings(device, field('nodeAllocatableResourceMappings')),
  ];
}

function validateCounts({ attributes = {}, capacity = {} }: Device, path: string): FieldError[] {
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const values = countValues(attributes);
  return [
    ...(count > MAX_ATTRIBUTES
      ? [invalid(path, count, `the total number of attributes and capacities must not exceed ${MAX_ATTRIBUTES}`)]
      : []),
    ...(values > MAX_VALUES
      ? [invalid(path, values, `the total number of attribute values must not exceed ${MAX_VALUES}`)]
      : []),
  ];
}

function validateNodes({ nodeName, nodeSelector, allNodes }: Device, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (nodeName === '') errors.push(invalid(fieldPath(path, 'nodeName'), nodeName, 'must not be empty'));
  else if (nodeName !== undefined) errors.push(...subdomain(nodeName, fieldPath(path, 'nodeName')));
  if (nodeSelector !== undefined) errors.push(...validateNodeSelector(nodeSelector, fieldPath(path, 'nodeSelector')));
  if (allNodes === false) {
    errors.push(invalid(fieldPath(path, 'allNodes'), allNodes, 'must be either unset or set to true'));
  }
  const set = chosen({ nodeName, nodeSelector, allNodes });
  const text =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  if (set.length === 0) errors.push(required(path, text));
  if (set.length > 1) errors.push(invalid(path, `{${set.join(', ')}}`, text));
  return errors;
}

/** The names of fields that are neither absent nor empty nor false, in quotes. */
export function chosen(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === '' || value === false ? [] : [`\`${name}\``],
  );
}

function validateNoNodes({ nodeName, nodeSelector, allNodes }: Device, path: string): FieldError[] {
  if (nodeName === undefined && nodeSelector === undefined && allNodes === undefined) return [];
  const text =
    '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  return [invalid(path, null, text)];
}
