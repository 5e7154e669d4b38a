import { invalid, type FieldError } from '../status/field-error.js';
import { NO_PATH, type Check, type Walk } from './check.js';
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

  const check: Check = (value, old, walk) => {
    if (value === null) return 0;
    const { path, budget } = walk;
    const outcome = (check: Check): Outcome => {
      const attempt: Walk = { path, errors: [], budget };
      return { held: check(value, old, attempt), errors: attempt.errors };
    };
    const outcomes = (checks: readonly Check[]): Outcome[] => checks.map(outcome);
    if (any.length > 0) {
      const failed: Outcome[] = [];
      // Alternatives after the first match change nothing.
      const holds = any.some((each) => {
        const found = outcome(each);
        failed.push(found);
        return !isFailure(found);
      });
      if (!holds) {
        fail(walk, 'must validate at least one schema (anyOf)');
        walk.errors.push(...best(failed));
      }
    }
    if (one.length > 0) {
      const found = outcomes(one);
      const valid = found.filter((outcome) => !isFailure(outcome)).length;
      if (valid !== 1) {
        const detail = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
        fail(walk, `must validate one and only one schema (oneOf). ${detail}`);
        if (valid === 0) walk.errors.push(...best(found));
      }
    }
    if (all.length > 0) {
      const failed = outcomes(all).filter(isFailure);
      for (const { errors } of failed) walk.errors.push(...errors);
      if (failed.length > 0) {
        fail(walk, `must validate all the schemas (allOf)${failed.length === all.length ? '. None validated' : ''}`);
      }
    }
    if (none !== undefined && !outcomes([none]).every(isFailure)) fail(walk, 'must not validate the schema (not)');
    return 1;
  };
  return [check];
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
