import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import type { RuleFindings } from './definition.js';

/** The errors of a kind's rules, without steps. */
export function foundAtOnce(findings: RuleFindings | undefined): readonly FieldError[] {
  if (findings === undefined) return [];
  return 'next' in findings ? runWithoutYielding(findings) : findings;
}
