import { isInteger } from '@pilothouse/apimachinery/jsonpath/numbers.js';
import { sprint } from '@pilothouse/apimachinery/jsonpath/print.js';
import { simplePathNames } from '@pilothouse/apimachinery/jsonpath/simple.js';
import {
  copyObject,
  isObject,
  newObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '@pilothouse/apimachinery/json/value.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { badRequest, StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** The paths of the scale subresource. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** Empty or absent for none. */
  readonly labelSelectorPath?: string;
}

/** The values of a Scale in an object. */
export interface ScaleParts {
  /** Undefined if the object has no value. */
  readonly replicas: number | undefined;
  readonly statusReplicas: number;
  readonly selector: string;
}

export interface ScaleAccess {
  /** Throws StatusError (500, as in Kubernetes) if a path leads to a value of another type. */
  readonly read: (object: JsonObject) => ScaleParts;
  /** A copy of the object with new replicas. Everything outside of the path is shared. Throws like `read`. */
  readonly withReplicas: (object: JsonObject, replicas: number) => JsonObject;
}

/** Reads and writes a Scale by the paths of a definition. */
export function scaleAccess({ specReplicasPath, statusReplicasPath, labelSelectorPath = '' }: ScalePaths): ScaleAccess {
  const spec = simplePathNames(specReplicasPath);
  const status = simplePathNames(statusReplicasPath);
  const label = labelSelectorPath === '' ? undefined : simplePathNames(labelSelectorPath);
  return {
    read: (object) => ({
      replicas: integerAt(object, spec),
      statusReplicas: integerAt(object, status) ?? 0,
      selector: label === undefined ? '' : (textAt(object, label) ?? ''),
    }),
    withReplicas: (object, replicas) => withValue(object, spec, replicas),
  };
}

/** Validates the scale values of an object (Kubernetes' ValidateScaleSpec and ValidateScaleStatus). */
export function scaleErrors({ specReplicasPath, statusReplicasPath, labelSelectorPath = '' }: ScalePaths): {
  readonly spec: (object: JsonObject) => FieldError[];
  readonly status: (object: JsonObject) => FieldError[];
} {
  const replicasErrors = (object: JsonObject, path: string): FieldError[] => {
    const value = valueOrProblem(() => wholeAt(object, simplePathNames(path)));
    if ('problem' in value) return [invalid(path, 0, value.problem)];
    const replicas = value.found ?? 0n;
    if (replicas < 0n) return [invalid(path, replicas, 'should be a non-negative integer')];
    if (replicas <= MAX_REPLICAS) return [];
    return [invalid(path, replicas, `should be less than or equal to ${MAX_REPLICAS}`)];
  };
  return {
    spec: (object) => replicasErrors(object, specReplicasPath),
    status(object) {
      const errors = replicasErrors(object, statusReplicasPath);
      if (labelSelectorPath === '') return errors;
      const label = valueOrProblem(() => textAt(object, simplePathNames(labelSelectorPath)));
      return 'problem' in label ? [...errors, invalid(labelSelectorPath, '', label.problem)] : errors;
    },
  };
}

const MAX_REPLICAS = 2n ** 31n - 1n;

function valueOrProblem<Value>(read: () => Value): { readonly found: Value } | { readonly problem: string } {
  try {
    return { found: read() };
  } catch (error) {
    if (error instanceof StatusError) return { problem: error.message };
    throw error;
  }
}

/** The error for a read of a Scale without replicas. */
export function replicasMissing({ specReplicasPath }: ScalePaths): StatusError {
  return StatusError.from(new Error(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`));
}

/** The error for a write that leaves an object without replicas. */
export function replicasEmpty({ specReplicasPath }: ScalePaths): StatusError {
  return badRequest(`the spec replicas field ${JSON.stringify(specReplicasPath)} cannot be empty`);
}

/** As in Go, a number beyond 32 bits wraps around. */
function integerAt(object: JsonObject, names: readonly string[]): number | undefined {
  const value = wholeAt(object, names);
  return value === undefined ? undefined : Number(BigInt.asIntN(32, value));
}

function wholeAt(object: JsonObject, names: readonly string[]): bigint | undefined {
  const value = valueAt(object, names);
  if (value === undefined) return undefined;
  if ((typeof value !== 'number' && typeof value !== 'bigint') || !isInteger(value)) {
    throw wrongType(names, value, 'int64');
  }
  return BigInt(value);
}

function textAt(object: JsonObject, names: readonly string[]): string | undefined {
  const value = valueAt(object, names);
  if (value !== undefined && typeof value !== 'string') throw wrongType(names, value, 'string');
  return value;
}

/** Undefined if a name is missing or a value on the path is null. */
function valueAt(object: JsonObject, names: readonly string[]): JsonValue | undefined {
  let value: JsonValue = object;
  for (const [index, name] of names.entries()) {
    if (value === null) return undefined;
    if (!isObject(value)) throw wrongType(names.slice(0, index + 1), value, 'map[string]interface{}');
    const member = ownValue(value, name);
    if (member === undefined) return undefined;
    value = member;
  }
  return value;
}

function withValue(object: JsonObject, names: readonly string[], value: JsonValue): JsonObject {
  const changed = copyObject(object);
  let parent = changed;
  for (const [index, name] of names.slice(0, -1).entries()) {
    const former = ownValue(parent, name);
    if (former !== undefined && !isObject(former)) {
      const path = `.${names.slice(0, index + 1).join('.')}`;
      throw plainError(`value cannot be set because ${path} is not a map[string]interface{}`);
    }
    const copy = former === undefined ? newObject() : copyObject(former);
    parent[name] = copy;
    parent = copy;
  }
  parent[names.at(-1) ?? ''] = value;
  return changed;
}

function wrongType(names: readonly string[], value: JsonValue, expected: string): StatusError {
  const found = `${sprint(value)} is of the type ${typeName(value)}`;
  return plainError(`.${names.join('.')} accessor error: ${found}, expected ${expected}`);
}

/** The Go type name of a JSON value. */
function typeName(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'number' || typeof value === 'bigint') return isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** 500 without a reason, as Kubernetes sends for plain errors. */
function plainError(message: string): StatusError {
  return new StatusError('InternalError', message, { withoutReason: true });
}
