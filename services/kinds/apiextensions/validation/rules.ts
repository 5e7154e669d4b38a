import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** What must be known of rules in CEL. Validation works without it, and then accepts every expression. */
export interface RuleChecks {
  /**
   * Compiles the rules of a structural schema and of all schemas within it, and estimates their cost. `path` is that of the schema,
   * such as `spec.versions[0].schema.openAPIV3Schema`.
   */
  readonly checkRules: CheckRules;
  /** Evaluates the rules that hold for a default value against it. `path` is that of the default. */
  readonly checkDefault?: (schema: JSONSchemaProps, value: JsonValue, path: string) => readonly FieldError[];
}

export type CheckRules = (schema: JSONSchemaProps, path: string, options: RuleOptions) => readonly FieldError[];

export interface RuleOptions {
  /**
   * Whether nothing is wrong with a schema and all schemas within it. The rules of others are passed over: their errors would not
   * help.
   */
  readonly isSound: (schema: JSONSchemaProps) => boolean;
  /** Rules and message expressions that the stored definition has: they were accepted before. */
  readonly storedExpressions: ReadonlySet<string>;
  /** The schema is that of the stored definition, so that a single expression may cost more than is allowed now. */
  readonly suppressExpressionCost: boolean;
}
