import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { parseGroupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { Value } from '@pilothouse/cel/values/value.js';
import { evaluateGroup, OutOfBudget, POLICY_COST, type EvaluationInput } from '../../expressions/evaluate.js';
import type { ObjectForm } from '../../kinds.js';
import { kindText } from '../type-checking/types-to-check.js';
import { withApplyConfiguration } from './apply-configuration.js';
import type { CompiledMutation } from './compile.js';
import { withJsonPatch } from './json-patch.js';
import { MutationError } from './mutation-error.js';
import type { Waiting } from '../../waiting.js';

export type MutateInput = EvaluationInput;

/**
 * The object after a mutation, in normal form. Throws a MutationError, or a StatusError for a JSON patch whose result is
 * no object of the kind.
 */
export function* mutate(
  { type, expression }: CompiledMutation,
  object: JsonObject,
  form: ObjectForm,
  input: MutateInput,
): Waiting<JsonObject> {
  if (expression.problem !== undefined) throw new MutationError(expression.problem);
  let value: Value;
  try {
    const { results } = yield* evaluateGroup([expression], input, { hasAuthorizer: true, cost: POLICY_COST });
    const [result] = results;
    if (result?.problem !== undefined) throw new MutationError(result.problem);
    value = result?.value ?? null;
  } catch (error) {
    if (error instanceof OutOfBudget) throw new MutationError(error.message);
    throw error;
  }
  return type === 'JSONPatch' ? jsonPatched(object, value, form) : applied(object, value, form);
}

function applied(object: JsonObject, value: Value, { type, decode }: ObjectForm): JsonObject {
  const found = type();
  if (found === undefined) throw withoutType(object);
  const merged = withApplyConfiguration(found, object, value);
  if (merged === object) return object;
  try {
    return decode(merged).value;
  } catch (error) {
    if (error instanceof DecodeError) throw new MutationError(error.message);
    throw error;
  }
}

function withoutType({ apiVersion, kind }: JsonObject): MutationError {
  const { group, version } = parseGroupVersion(typeof apiVersion === 'string' ? apiVersion : '');
  const what = kindText({ group, version, kind: typeof kind === 'string' ? kind : '' });
  const why = `failed to convert patch object to typed object: no corresponding type for ${what}`;
  return new MutationError(`error applying patch: ${why}`);
}

/** A result that the kind cannot have is an internal error in Kubernetes, whatever the failure policy is. */
function jsonPatched(object: JsonObject, value: Value, { decode, isCustom }: ObjectForm): JsonObject {
  const patched = withJsonPatch(object, value);
  if (patched === object) return object;
  if (!isObject(patched)) throw internalError('the patched object is not a JSON object');
  try {
    const { value: decoded, unknown } = decode(patched);
    if (unknown.length === 0 || isCustom) return decoded;
    throw internalError(`strict decoding error: ${unknown.map((field) => `unknown field "${field}"`).join(', ')}`);
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}

function internalError(why: string): StatusError {
  return StatusError.from(new Error(why));
}
