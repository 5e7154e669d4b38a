import type { JSONSchemaProps, SelectableField } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import {
  duplicate,
  fieldPath,
  invalid,
  keyPath,
  required,
  tooMany,
} from '@pilothouse/apimachinery/status/field-error.js';
import { findField } from './field-path.js';
import type { Findings } from '../../definition/findings.js';

export const MAX_SELECTABLE_FIELDS = 8;

const SELECTABLE_TYPES: readonly string[] = ['string', 'boolean', 'integer'];
const WRONG_TYPE =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

export interface SelectableFieldsOptions {
  /** The stored definition has the same fields, and their number exceeds the limit. */
  readonly allowTooMany: boolean;
}

/** Validates the selectable fields. */
export function checkSelectableFields(
  fields: readonly SelectableField[],
  schema: JSONSchemaProps,
  path: string,
  { allowTooMany }: SelectableFieldsOptions,
  findings: Findings,
): void {
  const seen = new Set<string>();
  for (const [index, { jsonPath }] of fields.entries()) {
    if (findings.isFull()) return;
    const at = fieldPath(keyPath(path, index), 'jsonPath');
    if (jsonPath === '') {
      findings.add(required(at));
      continue;
    }
    const found = findField(jsonPath, schema, { allowArrayNotation: false });
    if (!found.ok) {
      findings.add(invalid(at, jsonPath, `is an invalid path: ${found.problem}`));
      continue;
    }
    if (found.root === 'metadata') findings.add(invalid(at, jsonPath, 'must not point to fields in metadata'));
    if (!SELECTABLE_TYPES.includes(found.schema?.type ?? '')) findings.add(invalid(at, jsonPath, WRONG_TYPE));
    if (seen.has(found.path)) findings.add(duplicate(at, jsonPath));
    seen.add(found.path);
  }
  if (seen.size > MAX_SELECTABLE_FIELDS && !allowTooMany) findings.add(tooMany(path, seen.size, MAX_SELECTABLE_FIELDS));
}
