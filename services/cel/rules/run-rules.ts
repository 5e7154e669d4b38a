import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import {
  duplicate,
  fieldErrorText,
  fieldPath,
  forbidden,
  invalid,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { NO_PATH } from '@pilothouse/apimachinery/structural/check.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { StructuralSchema, ValidationRule } from '@pilothouse/apimachinery/structural/schema.js';
import { evaluate } from '../evaluate/program.js';
import { Pause, RunError, type Run } from '../evaluate/run.js';
import { CelError, NONE, Optional, type Value } from '../values/value.js';
import type { CompiledExpression, CompiledRule } from './compile-rule.js';
import { isRatcheted, type Ratchet } from './correlation.js';
import { schemaValue } from './values.js';

/** One validation. */
export interface Walk {
  readonly errors: FieldError[];
  readonly warnings: string[];
  /** The remaining cost budget. */
  budget: number;
  readonly milliseconds: number;
  /** Evaluates the rules. It pauses when it is time to yield. */
  readonly run: Run;
}

export interface ValueLocation {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly path: string;
  readonly ratchet: Ratchet;
}

/** Cost limit of one evaluation. */
const MAX_CALL_COST = 1_000_000;
/** Size limit of a `messageExpression` result in bytes. */
const MAX_MESSAGE = 5_120;

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

/** Evaluates the rules of a value. Returns false when no further rules may be evaluated. Yields within long rules. */
export function* runRules(
  rules: readonly CompiledRule[],
  schema: StructuralSchema,
  location: ValueLocation,
  walk: Walk,
): Steps<boolean> {
  const type = schema.type ?? '';
  const path = location.path === '' ? NO_PATH : location.path;
  if (walk.budget <= 0) return stop(walk, invalid(path, type, OUT_OF_BUDGET));
  const self = schemaValue(location.value, schema);
  const old = location.old === undefined || location.old === null ? undefined : schemaValue(location.old, schema);
  const slots: Value[] = [self];
  walk.run.use(slots);
  for (const compiled of rules) {
    const { rule, expression, problem, usesOldSelf } = compiled;
    if (problem !== undefined) {
      walk.errors.push(invalid(path, type, `rule compile error: ${problem}`));
      continue;
    }
    const isOptional = rule.optionalOldSelf === true;
    if (expression === undefined || (usesOldSelf && old === undefined && !isOptional)) continue;
    const oldSelf = isOptional ? (old === undefined ? NONE : new Optional(old)) : old;
    slots[1] = oldSelf ?? NO_OLD_SELF;
    let result = valueOf(expression, walk);
    while (result instanceof Pause) {
      yield;
      result = valueOf(expression, walk);
    }
    const isLate = result instanceof RunError && result.kind === 'time';
    if (walk.budget < 0 && !isLate) return stop(walk, invalid(path, type, OUT_OF_BUDGET));
    if (result === true) continue;
    if (result instanceof RunError) return stop(walk, invalid(path, type, runText(result, rule, walk)));
    if (typeof result !== 'boolean') {
      walk.errors.push(invalid(path, type, errorText(result, rule)));
      continue;
    }
    const message = yield* messageOf(compiled, walk);
    const error = failure(compiled, location, schema, message.detail);
    if (usesOldSelf || !isRatcheted(location.ratchet)) walk.errors.push(error);
    else walk.warnings.push(fieldErrorText(error));
    if (message.isFinal) return false;
  }
  return true;
}

function stop({ errors }: Walk, error: FieldError): false {
  errors.push(error);
  return false;
}

const NO_OLD_SELF = new CelError('no such attribute(s): oldSelf');

/** The value of an expression. Subtracts the cost from the budget, which is negative once exceeded. After a pause, it is called again. */
function valueOf({ program }: CompiledExpression, walk: Walk): Value | RunError | Pause {
  const { run } = walk;
  try {
    const value = evaluate(run, program, MAX_CALL_COST);
    run.end();
    walk.budget -= run.cost;
    return value;
  } catch (error) {
    if (error instanceof Pause) return error;
    throw error;
  }
}

function runText({ kind, message }: RunError, rule: ValidationRule, { milliseconds }: Walk): string {
  if (kind === 'time') {
    return `validation rules may not take longer than ${milliseconds} ms, no further validation rules will be run`;
  }
  return `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${nameOf(rule)}`;
}

function errorText(result: Value, rule: ValidationRule): string {
  const message = result instanceof CelError ? result.message : 'no such overload';
  return message.startsWith('no such overload')
    ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${nameOf(rule)}`
    : `${message} evaluating rule: ${nameOf(rule)}`;
}

function nameOf({ message, rule }: ValidationRule): string {
  return (message === '' ? rule : message).trim();
}

interface Message {
  readonly detail: string;
  /** No further rules are evaluated. */
  readonly isFinal: boolean;
}

/** The result of a `messageExpression`. If it fails or is invalid, the rule's own message is used. */
function* messageOf({ rule, message }: CompiledRule, walk: Walk): Steps<Message> {
  const plain = { detail: rule.message === '' ? `failed rule: ${nameOf(rule)}` : nameOf(rule), isFinal: false };
  if (message === undefined) return plain;
  let result = valueOf(message, walk);
  while (result instanceof Pause) {
    yield;
    result = valueOf(message, walk);
  }
  if (result instanceof RunError) {
    const text = JSON.stringify(rule.messageExpression);
    const detail =
      result.kind === 'time'
        ? runText(result, rule, walk)
        : `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${text}`;
    return { detail, isFinal: true };
  }
  if (walk.budget < 0) {
    const why = 'running out of cost budget, no further validation rules will be run';
    return { detail: `messageExpression evaluation failed due to ${why}`, isFinal: true };
  }
  const text = typeof result === 'string' ? result.trim() : '';
  const isGood = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= MAX_MESSAGE;
  return isGood ? { detail: text, isFinal: false } : plain;
}

function failure(
  { rule, fieldPath: below }: CompiledRule,
  location: ValueLocation,
  schema: StructuralSchema,
  detail: string,
): FieldError {
  const path = below === undefined ? location.path : fieldPath(location.path, below);
  const field = path === '' ? NO_PATH : path;
  const isOmitted = schema.type === 'object' || schema.type === 'array';
  if (rule.reason === 'FieldValueForbidden') return forbidden(field, detail);
  if (rule.reason === 'FieldValueRequired') return required(field, detail);
  if (rule.reason === 'FieldValueDuplicate') {
    return isOmitted
      ? { reason: 'FieldValueDuplicate', field, message: 'Duplicate value' }
      : duplicate(field, location.value);
  }
  if (isOmitted) return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${detail}` };
  return invalid(field, location.value, detail);
}
