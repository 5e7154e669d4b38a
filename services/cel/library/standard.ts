import type { Value } from '../values/value.js';
import { CelError, Duration, Optional, Timestamp, TypeValue, Uint } from '../values/value.js';
import { sizeOf, typeName } from '../values/kind.js';
import {
  duration,
  durationText,
  parseDuration,
  parseTimestamp,
  timestamp,
  timestampText,
  ZERO_TIME,
  zoneOf,
} from '../values/time.js';
import { doubleText } from './numbers.js';
import { textOf } from './args.js';
import { overload, type Implementation, type Overload } from './overload.js';

const SECOND = 1_000_000_000n;
const INT = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const MAX_UINT = 2n ** 64n - 1n;
/** Maximum length of a valid number. */
const MAX_NUMBER = 1_000;

const same: Implementation = ([value = null]) => value;
const size: Implementation = ([value = null], run) => {
  if (typeof value === 'string') run.work(value.length / 100);
  return BigInt(sizeOf(value));
};

/** Conversion functions, `size` and `type`. */
export const standard: readonly Overload[] = [
  ...['bytes', 'list<A>', 'map<A, B>', 'string'].flatMap((type) => [
    overload(`size(${type}): int`, 'size', size),
    overload(`${type}.size(): int`, 'size', size),
  ]),
  overload('type(A): type<A>', 'type', ([value = null]) => new TypeValue(typeName(value))),
  overload('dyn(A): dyn', 'to_dyn', same),
  overload('bool(bool): bool', 'bool_to_bool', same),
  overload('bool(string): bool', 'string_to_bool', ([text = null]) => toBool(text)),
  overload('bytes(bytes): bytes', 'bytes_to_bytes', same),
  overload('bytes(string): bytes', 'string_to_bytes', ([text]) => Buffer.from(textOf(text))),
  overload('double(double): double', 'double_to_double', same),
  overload('double(int): double', 'int64_to_double', ([value]) => Number(value)),
  overload('double(uint): double', 'uint64_to_double', ([value]) => Number(uintOf(value))),
  overload('double(string): double', 'string_to_double', ([text = null]) => toDouble(text)),
  overload('duration(duration): duration', 'duration_to_duration', same),
  overload('duration(string): duration', 'string_to_duration', ([text = null]) => {
    const nanos = parseDuration(textOf(text));
    return nanos === undefined ? wrong(text, 'google.protobuf.Duration') : duration(nanos);
  }),
  overload('int(int): int', 'int64_to_int64', same),
  overload('int(double): int', 'double_to_int64', ([value]) => {
    const number = Number(value);
    // Excludes the limits themselves, as cel-go does, because they may be rounded.
    return number > -(2 ** 63) && number < 2 ** 63 ? BigInt(Math.trunc(number)) : new CelError('integer overflow');
  }),
  overload('int(duration): int', 'duration_to_int64', ([value]) => nanosOf(value)),
  overload('int(timestamp): int', 'timestamp_to_int64', ([value]) => floorDivide(nanosOf(value), SECOND)),
  overload('int(string): int', 'string_to_int64', ([text = null]) => {
    const value = whole(textOf(text), /^[-+]?\d+$/);
    return value === undefined || value < INT.least || value > INT.most ? wrong(text, 'int') : value;
  }),
  overload('int(uint): int', 'uint64_to_int64', ([value]) => {
    const number = uintOf(value);
    return number > INT.most ? new CelError('integer overflow') : number;
  }),
  overload('string(string): string', 'string_to_string', same),
  overload('string(bool): string', 'bool_to_string', ([value = null]) => convertText(value)),
  overload('string(bytes): string', 'bytes_to_string', ([value = null]) => utf8(value)),
  overload('string(double): string', 'double_to_string', ([value]) => doubleText(Number(value))),
  overload('string(duration): string', 'duration_to_string', ([value]) => durationText(new Duration(nanosOf(value)))),
  overload('string(int): string', 'int64_to_string', ([value = null]) => convertText(value)),
  overload('string(timestamp): string', 'timestamp_to_string', ([value = null]) => convertText(value)),
  overload('string(uint): string', 'uint64_to_string', ([value]) => String(uintOf(value))),
  overload('timestamp(timestamp): timestamp', 'timestamp_to_timestamp', same),
  overload('timestamp(int): timestamp', 'int64_to_timestamp', ([value]) => timestamp(BigInt(Number(value)) * SECOND)),
  overload('timestamp(string): timestamp', 'string_to_timestamp', ([text = null]) => {
    const nanos = parseTimestamp(textOf(text));
    return nanos === undefined ? wrong(text, 'google.protobuf.Timestamp') : timestamp(nanos, zoneOf(textOf(text)));
  }),
  overload('uint(uint): uint', 'uint64_to_uint64', same),
  overload('uint(double): uint', 'double_to_uint64', ([value]) => {
    const number = Number(value);
    return number >= 0 && number < 2 ** 64
      ? new Uint(BigInt(Math.trunc(number)))
      : new CelError('unsigned integer overflow');
  }),
  overload('uint(int): uint', 'int64_to_uint64', ([value]) =>
    typeof value === 'bigint' && value >= 0n ? new Uint(value) : new CelError('unsigned integer overflow'),
  ),
  overload('uint(string): uint', 'string_to_uint64', ([text = null]) => {
    const value = whole(textOf(text), /^\d+$/);
    return value === undefined || value > MAX_UINT ? wrong(text, 'uint') : new Uint(value);
  }),
];

/** The string form of a value. */
export function convertText(value: Value): Value {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return doubleText(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return utf8(value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return durationText(value);
  return value instanceof TypeValue ? value.name : wrong(value, 'string');
}

function wrong(value: Value, type: string): CelError {
  return new CelError(`type conversion error from '${typeName(value)}' to '${type}'`);
}

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function toBool(text: Value): Value {
  if (typeof text === 'string' && (TRUE.has(text) || FALSE.has(text))) return TRUE.has(text);
  return wrong(text, 'bool');
}

function toDouble(text: Value): Value {
  const source = textOf(text);
  if (/^[-+]?(inf|infinity)$/i.test(source)) return source.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(source)) return NaN;
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(source);
  const value = Number(source);
  return isNumber && Number.isFinite(value) ? value : wrong(text, 'double');
}

function whole(text: string, pattern: RegExp): bigint | undefined {
  return text.length <= MAX_NUMBER && pattern.test(text) ? BigInt(text.replace('+', '')) : undefined;
}

function utf8(value: Value): Value {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value as Uint8Array);
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function uintOf(value: Value | undefined): bigint {
  return value instanceof Uint ? value.value : 0n;
}

export function nanosOf(value: Value | undefined): bigint {
  return value instanceof Timestamp || value instanceof Duration ? value.nanos : 0n;
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/** Whether a value is the zero value of its type, for `optional.ofNonZeroValue`. */
export function isZero(value: Value): boolean {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.nanos === ZERO_TIME;
  if (value instanceof Optional) return value.value === undefined;
  return typeof value === 'object' && !(value instanceof TypeValue) && sizeOf(value) === 0;
}
