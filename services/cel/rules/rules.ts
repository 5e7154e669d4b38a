import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import { createLibrary } from '../library/library.js';
import { ruleProblems, type RuleChecks } from './definition.js';
import { compileRules, type CompileOptions, type RuleResult, type RuleValidator } from './validator.js';

/** The interface of validation rules (`x-kubernetes-validations`) for custom resources. */
export interface Rules {
  /** Errors in the rules of a structural schema. `path` is the path of the schema. `ruleShapeProblems` checks the texts of rules. */
  readonly problems: (schema: StructuralSchema, path: string, checks?: RuleChecks) => FieldError[];
  /** Compiles the rules to a synchronous check of values; undefined if there are none. */
  readonly compile: (
    schema: StructuralSchema,
    options?: CompileOptions,
  ) => ((...args: Parameters<RuleValidator>) => RuleResult) | undefined;
  /** The same two as generators that yield at least every few tens of milliseconds. */
  readonly problemsInSteps: (
    schema: StructuralSchema,
    path: string,
    checks?: RuleChecks,
  ) => Generator<void, FieldError[]>;
  readonly compileInSteps: (schema: StructuralSchema) => Generator<void, RuleValidator | undefined>;
}

/** Creates the function library once for all schemas. */
export function createRules(): Rules {
  const library = createLibrary();
  const problemsInSteps: Rules['problemsInSteps'] = (schema, path, checks) =>
    ruleProblems(schema, path, library, checks);
  const compileInSteps: Rules['compileInSteps'] = (schema) => compileRules(schema, library);
  return {
    problems: (...args) => runWithoutYielding(problemsInSteps(...args)),
    compile(schema, options) {
      const check = runWithoutYielding(compileRules(schema, library, options));
      return check && ((...args) => runWithoutYielding(check(...args)));
    },
    problemsInSteps,
    compileInSteps,
  };
}
