import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Checks of CEL rules. Without them, validation accepts every expression. */
export interface RuleChecks {
  /**
   * Compiles the rules of a structural schema and of its nested schemas, and estimates their cost. `path` is that of
   * the schema, such as `spec.versions[0].schema.openAPIV3Schema`.
   */
  readonly checkRules: CheckRules;
  /** Evaluates the rules that apply to a default value. `path` is that of the default. */
  readonly checkDefault?: (schema: JSONSchemaProps, value: JsonValue, path: string) => readonly FieldError[];
}

export type CheckRules = (schema: JSONSchemaProps, path: string, options: RuleOptions) => readonly FieldError[];

export interface RuleOptions {
  /**
   * Whether a schema and its nested schemas have no other errors. Rules of other schemas are skipped, since their
   * errors would not help.
   */
  readonly isSound: (schema: JSONSchemaProps) => boolean;
  /** Rules and message expressions of the stored definition, which are accepted. */
  readonly storedExpressions: ReadonlySet<string>;
  /** The schema is unchanged, so a single expression may exceed the present cost limit. */
  readonly suppressExpressionCost: boolean;
}
