import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { resultOf } from '../expression.js';
import { createLibrary } from '../library/library.js';
import { ruleProblems, type RuleChecks } from './definition.js';
import { compileRules, type CompileOptions, type RuleResult, type RuleValidator } from './validator.js';

/** The interface of validation rules (`x-kubernetes-validations`) for custom resources. */
export interface Rules {
  /**
   * What is wrong with the rules of a structural schema, for the definition that holds it. `path` is that of the schema. The texts of
   * rules are checked by ruleShapeProblems.
   */
  readonly problems: (schema: StructuralSchema, path: string, checks?: RuleChecks) => FieldError[];
  /** Makes what evaluates the rules over values without a stop; undefined where there are none. */
  readonly compile: (
    schema: StructuralSchema,
    options?: CompileOptions,
  ) => ((...args: Parameters<RuleValidator>) => RuleResult) | undefined;
  /** These two in steps of a few tens of milliseconds at most: for callers that do other work in between. */
  readonly problemsInSteps: (
    schema: StructuralSchema,
    path: string,
    checks?: RuleChecks,
  ) => Generator<void, FieldError[]>;
  readonly compileInSteps: (schema: StructuralSchema) => Generator<void, RuleValidator | undefined>;
}

/** Makes the functions that rules can call, once for all schemas. */
export function createRules(): Rules {
  const library = createLibrary();
  const problemsInSteps: Rules['problemsInSteps'] = (schema, path, checks) =>
    ruleProblems(schema, path, library, checks);
  const compileInSteps: Rules['compileInSteps'] = (schema) => compileRules(schema, library);
  return {
    problems: (...args) => resultOf(problemsInSteps(...args)),
    compile(schema, options) {
      const check = resultOf(compileRules(schema, library, options));
      return check && ((...args) => resultOf(check(...args)));
    },
    problemsInSteps,
    compileInSteps,
  };
}
