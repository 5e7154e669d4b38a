import type { CustomResourceDefinitionVersion } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { fieldPath, invalid, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { conversionError } from './conversion-error.js';
import type { Findings } from '../../definition/findings.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { VersionSettings } from './hoisted.js';
import { checkSelectableFields } from './selectable-fields.js';
import { checkColumn, checkSubresources } from './subresources.js';
import { checkValidation, type Deps } from './version-schema.js';

/** The context of settings, either of one version or shared by all. */
export interface SettingsContext {
  readonly path: string;
  /** The name of the field with the schema. */
  readonly schemaField: 'schema' | 'validation';
  readonly hasStatus: boolean;
  readonly suppressExpressionCost: boolean;
  readonly allowTooManySelectableFields: boolean;
}

/** Validates the settings of a version, or those shared by all. */
export function* checkSettings(
  { schema, subresources, additionalPrinterColumns = [], selectableFields = [] }: VersionSettings,
  { path, schemaField, hasStatus, suppressExpressionCost, allowTooManySelectableFields }: SettingsContext,
  deps: Deps,
  findings: Findings,
): Steps<void> {
  const schemaPath = fieldPath(path, schemaField);
  if (schema !== undefined)
    yield* checkValidation(schema, schemaPath, { ...deps, hasStatus, suppressExpressionCost }, findings);
  if (subresources !== undefined) checkSubresources(subresources, fieldPath(path, 'subresources'), findings);
  for (const [index, column] of additionalPrinterColumns.entries()) {
    if (findings.isFull()) return;
    checkColumn(column, keyPath(fieldPath(path, 'additionalPrinterColumns'), index), findings);
  }
  if (selectableFields.length === 0) return;
  const fieldsPath = fieldPath(path, 'selectableFields');
  const root = schema?.openAPIV3Schema;
  if (root === undefined) {
    findings.add(invalid(fieldsPath, '', WITHOUT_SCHEMA[schemaField]));
    return;
  }
  const problem = conversionError(root);
  if (problem !== undefined) findings.add(invalid(`${path}.schema.openAPIV3Schema`, '', problem));
  else
    checkSelectableFields(selectableFields, root, fieldsPath, { allowTooMany: allowTooManySelectableFields }, findings);
}

/** Kubernetes' texts. The first says the opposite of what it means. */
const WITHOUT_SCHEMA = {
  schema: 'may only be set when `version.schema.openAPIV3Schema` is not included',
  validation: 'may only be set when validations.schema is included',
} as const;

const MAX_WARNING = 256;

/** Printable characters, as defined by Go. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Validates the deprecation warning. */
export function checkDeprecation(
  { deprecated = false, deprecationWarning: warning }: CustomResourceDefinitionVersion,
  path: string,
  findings: Findings,
): void {
  if (warning === undefined) return;
  const add = (text: string): void => findings.add(invalid(fieldPath(path, 'deprecationWarning'), warning, text));
  if (!deprecated) {
    add('can only be set for deprecated versions');
    return;
  }
  if (utf8Length(warning) > MAX_WARNING) add(`must be <= ${MAX_WARNING} characters long`);
  if (warning === '') add('must not be an empty string');
  let index = 0;
  for (const character of warning) {
    if (!PRINTABLE.test(character)) {
      add(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`);
      break;
    }
    index += utf8Length(character);
  }
}
