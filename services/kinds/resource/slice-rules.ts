import type { Device, ResourcePool, ResourceSliceSpec } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { fieldPath, invalid, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { validateNodeSelector } from '../core/node-selector.js';
import { validateDriverName } from '../core/volume/driver-name.js';
import { validateImmutable } from '../definition/immutable.js';
import { LISTS } from './attributes.js';
import { validateCounters } from './counters.js';
import { chosen, validateDevice } from './device-rules.js';
import { validateSet } from './lists.js';
import { poolName, subdomain } from './names.js';

const SPEC = 'spec';
const MAX_DEVICES = 128;
const MAX_ADVANCED_DEVICES = 64;
const MAX_COUNTER_SETS = 8;

/** Validates the specification of a slice (Kubernetes' validateResourceSliceSpec). */
export function validateSlice(spec: ResourceSliceSpec, old: ResourceSliceSpec | undefined): FieldError[] {
  const { driver, pool, devices = [], sharedCounters = [] } = spec;
  const before = new Map((old?.devices ?? []).toReversed().map((device) => [device.name, device]));
  const hasNodes = spec.perDeviceNodeSelection === true;
  return [
    ...validateDriverName(driver, 'spec.driver'),
    ...validatePool(pool),
    ...(old === undefined ? [] : validateFixed(spec, old)),
    ...validateNodes(spec),
    ...(devices.length > 0 && sharedCounters.length > 0
      ? [invalid(SPEC, '', 'only one of `sharedCounters` or `devices` is allowed')]
      : []),
    ...validateSet(
      devices,
      'spec.devices',
      devices.some(isAdvanced) ? MAX_ADVANCED_DEVICES : MAX_DEVICES,
      (device, path) => validateDevice(device, before.get(device.name), hasNodes, path),
      ({ name }) => name,
    ),
    ...validateSet(
      sharedCounters,
      'spec.sharedCounters',
      MAX_COUNTER_SETS,
      ({ name, counters }, path) => validateCounters('name', name, counters, path),
      ({ name }) => name,
    ),
  ];
}

/** Whether a device makes schedulers work harder, so that a slice has fewer of them. */
function isAdvanced({ taints = [], consumesCounters = [], attributes = {} }: Device): boolean {
  const hasList = Object.values(attributes).some((attribute) => LISTS.some((name) => attribute[name] !== undefined));
  return taints.length > 0 || consumesCounters.length > 0 || hasList;
}

function validatePool({ name, generation, resourceSliceCount: count }: ResourcePool): FieldError[] {
  return [
    ...poolName(name, 'spec.pool.name'),
    ...(count > 0 ? [] : [invalid('spec.pool.resourceSliceCount', count, 'must be greater than zero')]),
    ...(generation >= 0 ? [] : [invalid('spec.pool.generation', generation, 'must be greater than or equal to zero')]),
  ];
}

function validateFixed(spec: ResourceSliceSpec, old: ResourceSliceSpec): FieldError[] {
  return [
    ...validateImmutable(spec.pool.name, old.pool.name, 'spec.pool.name'),
    ...validateImmutable(spec.driver, old.driver, 'spec.driver'),
    ...validateImmutable(spec.nodeName, old.nodeName, 'spec.nodeName'),
  ];
}

function validateNodes(spec: ResourceSliceSpec): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  const set = chosen({ nodeName, nodeSelector, allNodes, perDeviceNodeSelection });
  const text = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  return [
    ...validateNodeName(nodeName),
    ...validateSelector(spec),
    ...onlyTrue(allNodes, 'spec.allNodes'),
    ...onlyTrue(perDeviceNodeSelection, 'spec.perDeviceNodeSelection'),
    ...(set.length === 0 ? [required(SPEC, text)] : []),
    ...(set.length > 1 ? [invalid(SPEC, `{${set.join(', ')}}`, `${text}, but multiple fields are set`)] : []),
  ];
}

function validateNodeName(name: string | undefined): FieldError[] {
  const field = 'spec.nodeName';
  if (name === undefined) return [];
  return name === ''
    ? [invalid(field, name, 'must be either unset or set to a non-empty string')]
    : subdomain(name, field);
}

function validateSelector({ nodeSelector }: ResourceSliceSpec): FieldError[] {
  if (nodeSelector === undefined) return [];
  const field = 'spec.nodeSelector';
  const { nodeSelectorTerms: terms } = nodeSelector;
  const errors = validateNodeSelector(nodeSelector, field);
  if (terms.length === 1) return errors;
  return [...errors, invalid(fieldPath(field, 'nodeSelectorTerms'), terms, 'must have exactly one node selector term')];
}

function onlyTrue(value: boolean | undefined, field: string): FieldError[] {
  return value === false ? [invalid(field, value, 'must be either unset or set to true')] : [];
}
