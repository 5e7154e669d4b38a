import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  csiNodeNames,
  csiNodeSchema,
  type CSINode,
  type CSINodeDriver,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateDriverName } from '../core/volume/driver-name.js';
import { columnsOf, numberColumn } from '../definition/columns.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { immutable } from '../definition/immutable.js';
import { subdomainName } from '../definition/names.js';
import { notNegative } from '../definition/numbers.js';

export function csiNodes(domain: Domain): ResourceDefinition<CSINode> {
  return {
    group: domain.group('storage'),
    versions: [{ name: 'v1', schema: csiNodeSchema }],
    ...csiNodeNames,
    verbs: ALL_VERBS,
    columns: columnsOf(
      numberColumn('Drivers', 'Number of CSI drivers of the node.', ({ spec }) => spec.drivers.length),
    ),
    selectableFields: {},
    strategy: {
      nameErrors: subdomainName,
      validate: ({ spec }, old) => [
        ...validateDrivers(spec.drivers),
        ...(old === undefined ? [] : validateFixed(spec.drivers, old.spec.drivers)),
      ],
      errorOrder: { rulesReportAll: true },
      createOnUpdate: false,
      updateNeedsVersion: true,
      deleteReturns: 'object',
    },
    subresources: {},
  };
}

const DRIVERS = 'spec.drivers';
const MAX_NODE_ID_LENGTH = 256;

/** Kubernetes' validateCSINodeDrivers. */
function validateDrivers(drivers: readonly CSINodeDriver[]): FieldError[] {
  const names = new Set<string>();
  return eachError(drivers, ({ name, nodeID, allocatable, topologyKeys }, index) => {
    const path = keyPath(DRIVERS, index);
    const errors = validateDriverName(name, fieldPath(path, 'name'));
    const nodeField = fieldPath(path, 'nodeID');
    if (nodeID === '') errors.push(required(nodeField));
    if (utf8Length(nodeID) > MAX_NODE_ID_LENGTH) {
      errors.push(invalid(nodeField, nodeID, `must be ${MAX_NODE_ID_LENGTH} characters or less`));
    }
    errors.push(...notNegative(allocatable?.count, fieldPath(path, 'allocatable.count')));
    if (names.has(name)) errors.push(duplicate(fieldPath(path, 'name'), name));
    names.add(name);
    return [...errors, ...validateTopologyKeys(topologyKeys, path)];
  });
}

/** Kubernetes reports the errors of keys at the driver. */
function validateTopologyKeys(keys: readonly string[], path: string): FieldError[] {
  const seen = new Set<string>();
  return eachError(keys, (key) => {
    const errors = key === '' ? [required(path)] : [];
    if (seen.has(key)) errors.push(duplicate(path, key));
    seen.add(key);
    return [...errors, ...invalidEach(path, key, qualifiedName(key))];
  });
}

/** Only `allocatable` of a driver can change. Drivers can be added and removed. */
function validateFixed(drivers: readonly CSINodeDriver[], old: readonly CSINodeDriver[]): FieldError[] {
  const before = new Map(old.map((driver) => [driver.name, fixedPart(driver)]));
  return eachError(drivers, (driver) => {
    const former = before.get(driver.name);
    const fixed = fixedPart(driver);
    if (former === undefined || deepEqual(fixed, former)) return [];
    return [immutable(DRIVERS, fixed)];
  });
}

function fixedPart(driver: CSINodeDriver): CSINodeDriver {
  const copy = Object.assign(newObject(), driver);
  delete copy.allocatable;
  return copy;
}
