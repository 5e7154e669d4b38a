import {
  fieldPath,
  forbidden,
  internal,
  invalid,
  keyPath,
  MAX_REPORTED_ERRORS,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { StructuralSchema, ValidationRule } from '@pilothouse/apimachinery/structural/schema.js';
import type { Library } from '../library/library.js';
import { compileRule, type CompiledRule } from './compile-rule.js';
import { MAX_REQUEST, type Declared } from './declare.js';
import { childrenOf, declaredOf, hasRules, type Child } from './nodes.js';

/** Limit for the estimated cost of one rule, over all its occurrences. */
const MAX_RULE_COST = 10_000_000;
/** Limit for the total estimated cost of a schema's rules. */
const MAX_TOTAL_COST = 100_000_000;
/** Rules below a hundredth of the total are not listed as the most expensive. */
const MIN_NAMED = MAX_TOTAL_COST / 100;
const MAX_NAMED = 4;

/** Kubernetes' name of a schema in messages about its rules. */
const ADVICE =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';

export interface RuleChecks {
  /** Whether each rule above the limit is rejected; false if an update leaves the schema unchanged. */
  readonly limitsEach: boolean;
  /** Receives the compiled rules, so that a later call for the same schema can reuse them. */
  readonly compiled?: WeakMap<ValidationRule, CompiledRule>;
}

/**
 * Validates the rules of a structural schema: invalid expressions, rules above the cost limits, and uses of `oldSelf`
 * without an old value. `path` is that of the schema. Yields several times for each rule, so that large definitions do
 * not block the event loop.
 */
export function* ruleProblems(
  schema: StructuralSchema,
  path: string,
  library: Library,
  { limitsEach, compiled }: RuleChecks = { limitsEach: true },
): Generator<void, FieldError[]> {
  if (!hasRules(schema)) return [];
  const survey: Survey = { library, limitsEach, compiled, errors: [], total: 0, expensive: [] };
  yield* visit(
    { schema, declared: undefined, via: 'items' },
    { path, cardinality: 1, uncorrelated: undefined, isRoot: true, inScope: false },
    survey,
  );
  if (survey.total > MAX_TOTAL_COST) {
    const named = survey.expensive.sort((a, b) => b.cost - a.cost).slice(0, MAX_NAMED);
    const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    for (const { field } of named) survey.errors.push(forbidden(field, contributed));
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    survey.errors.push(forbidden(path, costText(name, survey.total, MAX_TOTAL_COST)));
  }
  return survey.errors;
}

interface Survey {
  readonly library: Library;
  readonly limitsEach: boolean;
  readonly compiled: RuleChecks['compiled'];
  readonly errors: FieldError[];
  total: number;
  readonly expensive: { readonly field: string; readonly cost: number }[];
}

interface SchemaPosition {
  readonly path: string;
  /** Maximum number of values of the schema in a root value; undefined if it is unlimited. */
  readonly cardinality: number | undefined;
  /** The path of the enclosing list whose items have no old values. */
  readonly uncorrelated: string | undefined;
  readonly isRoot: boolean;
  /** Whether the schema or an ancestor has rules, so that its type is needed. */
  readonly inScope: boolean;
}

function* visit(node: Child, position: SchemaPosition, survey: Survey): Generator<void, void> {
  if (survey.errors.length >= MAX_REPORTED_ERRORS) return;
  const { schema } = node;
  const inScope = position.inScope || schema.validations.length > 0;
  const declared = inScope ? declaredOf(node, position.isRoot) : undefined;
  const most = elementsOf(schema);
  const cardinality =
    position.cardinality === undefined || most === undefined ? undefined : position.cardinality * most;
  for (const child of childrenOf(schema, declared)) {
    if (!hasRules(child.schema)) continue;
    const isLost = child.via === 'items' && schema.listType !== 'map';
    const uncorrelated = position.uncorrelated ?? (isLost ? position.path : undefined);
    yield* visit(
      child,
      { path: childPath(position.path, child), cardinality, uncorrelated, isRoot: false, inScope },
      survey,
    );
  }
  if (schema.validations.length === 0) return;
  const base = fieldPath(position.path, 'x-kubernetes-validations');
  if (declared === undefined) {
    survey.errors.push(
      internal(
        base,
        'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
      ),
    );
    return;
  }
  for (const [index, rule] of schema.validations.entries()) {
    const compiled = survey.compiled?.get(rule) ?? (yield* compileRule(rule, schema, declared, survey.library));
    survey.compiled?.set(rule, compiled);
    report(compiled, keyPath(base, index), { ...position, declared }, survey);
    yield;
  }
}

function childPath(path: string, { via }: Child): string {
  if (via === 'items') return fieldPath(path, 'items');
  return via === 'others'
    ? fieldPath(path, 'additionalProperties')
    : keyPath(fieldPath(path, 'properties'), via.property);
}

/** The factor by which a schema multiplies the number of nested values; undefined if it is unlimited. */
function elementsOf({ type, additionalProperties, maxProperties, maxItems }: StructuralSchema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties);
}

function report(
  compiled: CompiledRule,
  path: string,
  position: SchemaPosition & { readonly declared: Declared },
  survey: Survey,
): void {
  const { rule, expression, message, problem, messageProblem, usesOldSelf } = compiled;
  const { errors } = survey;
  const ruleField = fieldPath(path, 'rule');
  const cardinality = position.cardinality ?? Math.floor(MAX_REQUEST / (position.declared.minBytes + 1));
  spend('estimated rule cost', ruleField, (expression?.maxCost ?? 0) * cardinality, survey);
  if (problem !== undefined) errors.push(invalid(ruleField, written(rule), problem));
  const messageField = fieldPath(path, 'messageExpression');
  if (messageProblem !== undefined) errors.push(invalid(messageField, written(rule), messageProblem));
  if (message !== undefined) spend('estimated messageExpression cost', messageField, message.maxCost, survey);
  if (usesOldSelf && position.uncorrelated !== undefined) {
    const where = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${position.uncorrelated}`;
    errors.push(invalid(ruleField, rule.rule, where));
  }
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const detail = 'may not be set if oldSelf is not used in rule';
    errors.push(invalid(fieldPath(path, 'optionalOldSelf'), rule.optionalOldSelf, detail));
  }
}

function spend(name: string, field: string, cost: number, survey: Survey): void {
  if (survey.limitsEach && cost > MAX_RULE_COST) {
    survey.errors.push(forbidden(field, costText(name, cost, MAX_RULE_COST)));
  }
  survey.total += cost;
  if (cost >= MIN_NAMED) survey.expensive.push({ field, cost });
}

function costText(name: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const text = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${name} exceeds budget by factor of ${text} (${ADVICE})`;
}

/** A rule in the format of Kubernetes' errors. */
function written(rule: ValidationRule): Record<string, string | boolean | null> {
  return {
    Rule: rule.rule,
    Message: rule.message,
    MessageExpression: rule.messageExpression,
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath,
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}
