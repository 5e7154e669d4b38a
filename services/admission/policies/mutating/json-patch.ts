import { toJson } from '@pilothouse/cel/patches/json.js';
import { JSON_PATCH } from '@pilothouse/cel/patches/types.js';
import { typeNameProblem } from '@pilothouse/cel/patches/type-names.js';
import { typeName } from '@pilothouse/cel/values/kind.js';
import { CelError, List, Message, type Value } from '@pilothouse/cel/values/value.js';
import { copyObject, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { applyJsonPatch } from '@pilothouse/apimachinery/patch/json-patch.js';
import { PatchError } from '@pilothouse/apimachinery/patch/patch-error.js';
import { MutationError } from './mutation-error.js';

/**
 * Applies the JSON patch, the value of a mutation's expression. The result may have any shape. Returns `object` itself
 * if a `test` operation fails. Throws a MutationError.
 */
export function withJsonPatch(object: JsonObject, value: Value): JsonValue {
  try {
    return applyJsonPatch(object, operationsOf(value));
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    if (error.kind === 'testFailed') return object;
    throw new MutationError(`JSON Patch: ${error.message}`);
  }
}

/** Converts the whole patch at once, so that its size is bounded. */
function operationsOf(value: Value): JsonValue[] {
  const json = toJson(value, { hugeIntegersAreTexts: true });
  if (json instanceof CelError) {
    const what = 'JSONPath valueExpression evaluated to a type that could not marshal to JSON';
    throw new MutationError(`${what}: ${json.message}`);
  }
  if (!(value instanceof List) || !Array.isArray(json)) {
    throw mismatch('JSONPatchType.expression should evaluate to array');
  }
  for (const operation of value) checkOperation(operation);
  return json.map((operation) => (isObject(operation) ? complete(operation) : operation));
}

function checkOperation(operation: Value): void {
  if (!(operation instanceof Message) || operation.typeName !== JSON_PATCH.name) {
    const wanted = 'JSONPatchType.expression should evaluate to array of JSONPatch';
    throw mismatch(`${wanted}: unsupported type conversion from '${typeName(operation)}' to ${JSON_PATCH.name}`);
  }
  const value = operation.fields.get('value');
  const problem = value instanceof Message ? typeNameProblem(value) : undefined;
  if (problem !== undefined) throw mismatch(problem);
}

/** The operation with its texts, of which an empty `from` is absent. An absent value is null, as in Kubernetes. */
function complete(operation: JsonObject): JsonObject {
  const completed = copyObject(operation);
  completed['op'] ??= '';
  completed['path'] ??= '';
  completed['value'] ??= null;
  if (completed['from'] === '') delete completed['from'];
  return completed;
}

function mismatch(why: string): MutationError {
  return new MutationError(`type mismatch: ${why}`);
}
