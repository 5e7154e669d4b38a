import type { JsonValue } from '../json/value.js';
import { invalid, type FieldError } from '../status/field-error.js';
import { NO_PATH, type Check, type CheckSteps, type Walk } from './check.js';
import { pathText } from './normalise.js';
import type { StructuralSchema } from './schema.js';

/**
 * Compiles `allOf`, `anyOf`, `oneOf` and `not`. When all alternatives fail, the errors of the best match are reported:
 * the one with most passed checks.
 */
export function alternativesCheck(
  { allOf, anyOf, oneOf, not }: StructuralSchema,
  compileCheck: (schema: StructuralSchema) => Check,
): Check[] {
  if (allOf.length + anyOf.length + oneOf.length === 0 && not === undefined) return [];
  const [all, any, one] = [allOf, anyOf, oneOf].map((schemas) => schemas.map((schema) => compileCheck(schema))) as [
    Check[],
    Check[],
    Check[],
  ];
  const none = not && compileCheck(not);
  const fail = (walk: Walk, text: string): void =>
    void walk.errors.push(invalid(NO_PATH, '', `${JSON.stringify(pathText(walk.path))} ${text}`));

  function* check(value: JsonValue, old: JsonValue | undefined, walk: Walk): CheckSteps {
    if (any.length > 0) {
      const found = yield* outcomes(any, { value, old, walk, isOneEnough: true });
      if (found.every(isFailure)) {
        fail(walk, 'must validate at least one schema (anyOf)');
        walk.errors.push(...best(found));
      }
    }
    if (one.length > 0) {
      const found = yield* outcomes(one, { value, old, walk });
      const valid = found.filter((outcome) => !isFailure(outcome)).length;
      if (valid !== 1) {
        const detail = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
        fail(walk, `must validate one and only one schema (oneOf). ${detail}`);
        if (valid === 0) walk.errors.push(...best(found));
      }
    }
    if (all.length > 0) {
      const failed = (yield* outcomes(all, { value, old, walk })).filter(isFailure);
      for (const { errors } of failed) walk.errors.push(...errors);
      if (failed.length > 0) {
        fail(walk, `must validate all the schemas (allOf)${failed.length === all.length ? '. None validated' : ''}`);
      }
    }
    if (none !== undefined && !(yield* outcomes([none], { value, old, walk })).every(isFailure)) {
      fail(walk, 'must not validate the schema (not)');
    }
    return 1;
  }
  return [(value, old, walk) => (value === null ? 0 : check(value, old, walk))];
}

interface Compared {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly walk: Walk;
  /** The first check without errors ends the comparison. */
  readonly isOneEnough?: boolean;
}

function* outcomes(checks: readonly Check[], compared: Compared): Generator<void, Outcome[]> {
  const { value, old, walk, isOneEnough } = compared;
  const { path, budget } = walk;
  const all: Outcome[] = [];
  for (const check of checks) {
    if (budget.isStepOver()) yield;
    const errors: FieldError[] = [];
    const found = check(value, old, { path, errors, budget });
    all.push({ held: typeof found === 'number' ? found : yield* found, errors });
    if (isOneEnough === true && errors.length === 0) break;
  }
  return all;
}

interface Outcome {
  readonly held: number;
  readonly errors: readonly FieldError[];
}

const isFailure = ({ errors }: Outcome): boolean => errors.length > 0;

function best(outcomes: readonly Outcome[]): readonly FieldError[] {
  let found: Outcome | undefined;
  for (const outcome of outcomes) if (found === undefined || outcome.held > found.held) found = outcome;
  return found?.errors ?? [];
}
