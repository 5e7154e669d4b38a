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

/** The most that one rule may cost by its estimate, for all places where it applies. */
const MAX_RULE_COST = 10_000_000;
/** The most that all rules of a schema may cost together. */
const MAX_TOTAL_COST = 100_000_000;
/** Rules of less than a hundredth are not named among the most expensive. */
const MIN_NAMED = MAX_TOTAL_COST / 100;
const MAX_NAMED = 4;

/** What Kubernetes calls a schema in messages about its rules. */
const ADVICE =
  'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';

export interface RuleChecks {
  /** Each rule whose estimate is too high is refused; not where an update leaves the schema as it was. */
  readonly limitsEach: boolean;
  /** Gets the rules that were compiled, so that another call for the same schema need not compile them. */
  readonly compiled?: WeakMap<ValidationRule, CompiledRule>;
}

/**
 * What is wrong with the rules of a definition's schema, which is structural: expressions with errors, rules that can cost too much,
 * and uses of `oldSelf` where there is no old value. `path` is that of the schema. Yields several times for
 * each rule, so that a definition with thousands, or with huge ones, need not be checked at a stretch.
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

interface Place {
  readonly path: string;
  /** How often a value can hold a value of the schema; undefined where nothing bounds it. */
  readonly cardinality: number | undefined;
  /** The path of the list around, whose items have no old values. */
  readonly uncorrelated: string | undefined;
  readonly isRoot: boolean;
  /** There are rules here or above, so that the type is known. */
  readonly inScope: boolean;
}

function* visit(node: Child, place: Place, survey: Survey): Generator<void, void> {
  if (survey.errors.length >= MAX_REPORTED_ERRORS) return;
  const { schema } = node;
  const inScope = place.inScope || schema.validations.length > 0;
  const declared = inScope ? declaredOf(node, place.isRoot) : undefined;
  const most = elementsOf(schema);
  const cardinality = place.cardinality === undefined || most === undefined ? undefined : place.cardinality * most;
  for (const child of childrenOf(schema, declared)) {
    if (!hasRules(child.schema)) continue;
    const isLost = child.via === 'items' && schema.listType !== 'map';
    const uncorrelated = place.uncorrelated ?? (isLost ? place.path : undefined);
    yield* visit(
      child,
      { path: childPath(place.path, child), cardinality, uncorrelated, isRoot: false, inScope },
      survey,
    );
  }
  if (schema.validations.length === 0) return;
  const base = fieldPath(place.path, 'x-kubernetes-validations');
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
    report(compiled, keyPath(base, index), { ...place, declared }, survey);
    yield;
  }
}

function childPath(path: string, { via }: Child): string {
  if (via === 'items') return fieldPath(path, 'items');
  return via === 'others'
    ? fieldPath(path, 'additionalProperties')
    : keyPath(fieldPath(path, 'properties'), via.property);
}

/** By what a schema multiplies the number of values below it; undefined where it does not bound it. */
function elementsOf({ type, additionalProperties, maxProperties, maxItems }: StructuralSchema): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties);
}

function report(
  compiled: CompiledRule,
  path: string,
  place: Place & { readonly declared: Declared },
  survey: Survey,
): void {
  const { rule, expression, message, problem, messageProblem, usesOldSelf } = compiled;
  const { errors } = survey;
  const ruleField = fieldPath(path, 'rule');
  const cardinality = place.cardinality ?? Math.floor(MAX_REQUEST / (place.declared.minBytes + 1));
  spend('estimated rule cost', ruleField, (expression?.maxCost ?? 0) * cardinality, survey);
  if (problem !== undefined) errors.push(invalid(ruleField, written(rule), problem));
  const messageField = fieldPath(path, 'messageExpression');
  if (messageProblem !== undefined) errors.push(invalid(messageField, written(rule), messageProblem));
  if (message !== undefined) spend('estimated messageExpression cost', messageField, message.maxCost, survey);
  if (usesOldSelf && place.uncorrelated !== undefined) {
    const where = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelated}`;
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

/** A rule as Kubernetes writes it into errors. */
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
