import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { JsonMap, jsonValue } from '../values/json.js';
import { keyId } from '../values/map.js';
import { keyText, typeName } from '../values/kind.js';
import { List, CelMap, CelError, isError, Message, NO_OVERLOAD, NONE, Optional, type Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Step } from './step.js';

/** `operand.field.field`, with one field or more. `rootCost` is the cost of an operand that is not a variable. */
export function select(operand: Step, fields: readonly string[], rootCost: number): Step {
  const path = jsonPath(fields);
  return (run) => {
    let value = operand(run);
    if (isError(value)) return value;
    run.charge(rootCost);
    // The members between are not converted.
    if (value instanceof JsonMap) return path(value.object, run);
    for (const field of fields) {
      run.charge(1);
      value = selected(value, field);
      if (isError(value)) break;
    }
    return value;
  };
}

function selected(value: Value, field: string): Value {
  if (value instanceof CelMap || value instanceof Message) return present(value.find(field), field);
  return value instanceof Optional ? within(value, (inner) => member(inner, field)) : NO_OVERLOAD;
}

function jsonPath(fields: readonly string[]): (object: JsonObject, run: Run) => Value {
  return (object, run) => {
    let value: JsonValue = object;
    let passed = 0;
    for (const field of fields) {
      passed += 1;
      const found: JsonValue | undefined = isObject(value) ? ownValue(value, field) : undefined;
      if (found === undefined) {
        run.charge(passed);
        return isObject(value) ? present(undefined, field) : NO_OVERLOAD;
      }
      value = found;
    }
    run.charge(passed);
    return jsonValue(value);
  };
}

/** `has(operand.field)`. */
export function test(operand: Step, field: string, rootCost: number): Step {
  return (run) => {
    const value = operand(run);
    if (isError(value)) return value;
    run.charge(rootCost);
    const inner = value instanceof Optional ? value.value : value;
    if (inner === undefined) return false;
    if (!(inner instanceof CelMap || inner instanceof Message)) return NO_OVERLOAD;
    const found = inner.find(field);
    return found !== undefined && isError(found) ? found : found !== undefined;
  };
}

/** `operand.?field`. */
export function optionalSelect(operand: Step, field: string, rootCost: number): Step {
  return (run) => {
    const value = operand(run);
    if (isError(value)) return value;
    run.charge(rootCost);
    const inner = value instanceof Optional ? value.value : value;
    return found(inner === undefined ? undefined : member(inner, field), run);
  };
}

export function index(operand: Step, key: Step, rootCost: number): Step {
  return keyed(operand, key, rootCost, (value, at) =>
    value instanceof Optional ? within(value, (inner) => item(inner, at)) : present(item(value, at), at, value),
  );
}

export function optionalIndex(operand: Step, key: Step, rootCost: number): Step {
  return keyed(operand, key, rootCost - 1, (value, at, run) => {
    const inner = value instanceof Optional ? value.value : value;
    return found(inner === undefined ? undefined : item(inner, at), run);
  });
}

/** An absent value costs nothing. */
function found(value: Value | undefined, run: Run): Value {
  if (value === undefined) return NONE;
  run.charge(1);
  return isError(value) ? value : new Optional(value);
}

function keyed(operand: Step, key: Step, rootCost: number, read: (value: Value, at: Value, run: Run) => Value): Step {
  return (run: Run) => {
    const value = operand(run);
    if (isError(value)) return value;
    const at = key(run);
    if (isError(at)) return at;
    run.charge(1 + rootCost);
    return read(value, at, run);
  };
}

/** Undefined if the element is absent. */
function member(value: Value, field: string): Value | undefined {
  return value instanceof CelMap || value instanceof Message ? value.find(field) : NO_OVERLOAD;
}

function item(value: Value, at: Value): Value | undefined {
  if (value instanceof CelMap) {
    if (keyId(at) === undefined && typeof at !== 'number') return new CelError(`unsupported key type: ${typeName(at)}`);
    return value.find(at);
  }
  if (!(value instanceof List)) return NO_OVERLOAD;
  const position = keyId(at);
  if (typeof position !== 'bigint') return new CelError(`unsupported index type '${typeName(at)}' in list`);
  return position >= 0n && position < BigInt(value.size) ? value.get(Number(position)) : undefined;
}

function within({ value }: Optional, read: (inner: Value) => Value | undefined): Value {
  return value === undefined ? NONE : optional(read(value));
}

function optional(value: Value | undefined): Value {
  if (value === undefined) return NONE;
  return isError(value) ? value : new Optional(value);
}

function present(found: Value | undefined, at: Value, container?: Value): Value {
  if (found !== undefined) return found;
  const key = keyText(at);
  return new CelError(container instanceof List ? `index out of bounds: ${key}` : `no such key: ${key}`);
}
