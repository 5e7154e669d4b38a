import type { SizeAt } from '../cost/node.js';
import { ANY, BOOL, mapOf, STRING, type Type } from '../types/type.js';

/** Maximum lengths of a driver's name, a domain, an identifier and the value of an attribute. */
const MAX_DRIVER = 63;
const MAX_DOMAIN = 63;
const MAX_IDENTIFIER = 32;
const MAX_VALUE = 64;
/** Maximum number of attributes and capacities of a device. */
const MAX_ENTRIES = 32;

const QUANTITY: Type = { kind: 'named', name: 'kubernetes.Quantity', params: [] };

/** The type of the variable `device`. Attributes and capacities are grouped by the domains of their names. */
export const DEVICE: Type = {
  kind: 'object',
  name: 'kubernetes.DRADevice',
  fields: new Map<string, Type>([
    ['driver', STRING],
    ['allowMultipleAllocations', BOOL],
    ['attributes', mapOf(STRING, mapOf(STRING, ANY))],
    ['capacity', mapOf(STRING, mapOf(STRING, QUANTITY))],
  ]),
};

/** The greatest size of a part of a device; undefined where it is unknown. */
export const deviceSize: SizeAt = ([root, field, ...steps]) => {
  if (root !== 'device') return undefined;
  switch (field) {
    case undefined:
      return 0;
    case 'driver':
      return steps.length === 0 ? MAX_DRIVER : undefined;
    case 'allowMultipleAllocations':
      return steps.length === 0 ? 1 : undefined;
    case 'attributes':
      return sizeInMap(steps, MAX_VALUE, true);
    case 'capacity':
      return sizeInMap(steps, 0, false);
    default:
      return undefined;
  }
};

/** The size below a map of maps. `hasNames`: its entries are known by any name. */
function sizeInMap([outer, inner, ...more]: readonly string[], value: number, hasNames: boolean): number | undefined {
  if (outer === undefined) return MAX_ENTRIES;
  if (outer === '@keys') return inner === undefined ? MAX_DOMAIN : undefined;
  if (outer !== '@items' && outer !== '@values') return undefined;
  if (inner === undefined) return MAX_ENTRIES;
  if (more.length > 0) return undefined;
  if (inner === '@keys') return MAX_IDENTIFIER;
  return hasNames || inner === '@items' || inner === '@values' ? value : undefined;
}
