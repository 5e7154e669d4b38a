import type { CustomResourceValidation, JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, forbidden, invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { conversionError } from './conversion-error.js';
import { checkDefaults } from './defaults.js';
import { addsNothing, newFindings, type Findings } from '../../definition/findings.js';
import { shownSchema, SCHEMA_MEMBERS } from './go-form.js';
import type { ValidationOptions } from './options.js';
import type { Patterns } from './pattern.js';
import type { RuleChecks } from './rules.js';
import { checkSchemas } from './schemas.js';
import { checkStructural } from './structural.js';

/** The options and dependencies of validation. */
export interface Deps {
  readonly options: ValidationOptions;
  readonly patterns: Patterns;
  readonly rules: RuleChecks | undefined;
}

export interface SchemaContext extends Deps {
  readonly hasStatus: boolean;
  readonly suppressExpressionCost: boolean;
}

/** Validates the schema of a version in Kubernetes' order. */
export function* checkValidation(
  { openAPIV3Schema: schema }: CustomResourceValidation,
  path: string,
  context: SchemaContext,
  findings: Findings,
): Steps<void> {
  if (schema === undefined || findings.isFull()) return;
  const { options, rules } = context;
  const at = fieldPath(path, 'openAPIV3Schema');
  const problem = options.requireStructural ? conversionError(schema) : undefined;
  const before = findings.errors.length;
  if (context.hasStatus) checkRoot(schema, at, findings);
  if (schema.nullable === true) findings.add(forbidden(`${at}.nullable`, 'nullable cannot be true at the root'));
  yield;
  const isSound =
    options.requireStructural && problem === undefined && (yield* isSoundStructure(schema, at, context, findings));
  yield;
  const wrong = checkSchemas(schema, at, options, findings);
  yield;
  if (isSound && rules !== undefined) {
    const { storedExpressions } = options;
    const { suppressExpressionCost } = context;
    const isSchemaSound = (each: JSONSchemaProps): boolean => !wrong.has(each);
    const found = rules.checkRules(schema, at, { isSound: isSchemaSound, storedExpressions, suppressExpressionCost });
    for (const error of found) findings.add(error);
  }
  if (problem !== undefined && findings.errors.length === before) findings.add(invalid(at, '', problem));
}

/** Includes the defaults. */
function* isSoundStructure(
  schema: JSONSchemaProps,
  path: string,
  { options, patterns, rules }: SchemaContext,
  findings: Findings,
): Steps<boolean> {
  const hasStructure = addsNothing(findings, () => checkStructural(schema, path, patterns, findings));
  if (!hasStructure) return false;
  yield;
  const defaults = {
    requirePruned: options.requirePrunedDefaults,
    patterns,
    checkRules: rules?.checkDefault,
  };
  const before = findings.errors.length;
  yield* checkDefaults(schema, path, defaults, findings);
  return findings.errors.length === before;
}

/** Members of the root that also apply to the status alone. Go names. */
const ALLOWED_AT_ROOT = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
];

/** With the subresource `status`, the status schema is taken from the root. */
function checkRoot(schema: JSONSchemaProps, path: string, findings: Findings): void {
  for (const [name, json] of SCHEMA_MEMBERS) {
    if (schema[json as keyof JSONSchemaProps] === undefined) continue;
    if (name === 'Type' && schema.type !== 'object') {
      const text =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      findings.add(invalid(`${path}.type`, schema.type ?? '', text));
      return;
    }
    if (ALLOWED_AT_ROOT.includes(name)) continue;
    const list = ALLOWED_AT_ROOT.join(' ');
    const text = `only [${list}] fields are allowed at the root of the schema if the status subresource is enabled`;
    findings.add(invalid(path, shownSchema(schema), text));
    return;
  }
}

/** The reason why a schema is not structural: a text if it cannot be converted, otherwise errors, possibly none. */
export function structuralProblems(
  schema: JSONSchemaProps,
  path: string,
  patterns: Patterns,
): string | readonly FieldError[] {
  const problem = conversionError(schema);
  if (problem !== undefined) return problem;
  const findings = newFindings();
  checkStructural(schema, path, patterns, findings);
  return findings.errors;
}
