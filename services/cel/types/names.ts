import { Uint, type Value } from '../values/value.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  ERROR,
  INT,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  TIMESTAMP,
  UINT,
  type Type,
} from './type.js';

/** Type names in expressions, as in `type(x) == int`. */
export const TYPE_NAMES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', BOOL],
  ['bytes', BYTES],
  ['double', DOUBLE],
  ['google.protobuf.Duration', DURATION],
  ['google.protobuf.Timestamp', TIMESTAMP],
  ['int', INT],
  ['list', listOf(DYN)],
  ['map', mapOf(DYN, DYN)],
  ['null_type', NULL],
  ['optional_type', optionalOf(DYN)],
  ['string', STRING],
  ['type', { kind: 'type', of: undefined }],
  ['uint', UINT],
  ...['net.IP', 'net.CIDR'].map((name) => [name, { kind: 'named', name, params: [] }] as const),
]);

const LITERALS: ReadonlyMap<string, Type> = new Map([
  ['string', STRING],
  ['boolean', BOOL],
  ['bigint', INT],
  ['number', DOUBLE],
]);

export function literalType(value: Value): Type {
  if (value === null) return NULL;
  if (value instanceof Uint) return UINT;
  return LITERALS.get(typeof value) ?? (value instanceof Uint8Array ? BYTES : ERROR);
}
