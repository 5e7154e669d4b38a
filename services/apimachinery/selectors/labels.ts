import type { FieldError } from '../status/field-error.js';
import { parseLabelRequirements } from './label-parser.js';
import { EXPRESSION_OPERATORS, validateLabelSelector, type LabelSelectorObject } from './label-selector-object.js';
import { compileRequirement, type LabelRequirement, type Labels, requirementText } from './requirement.js';

/** Requirements on labels, combined with AND. */
export interface LabelSelector {
  /** Sorted by key. Empty for a selector of everything or nothing. */
  readonly requirements: readonly LabelRequirement[];
  /** The canonical text, which parses to the same selector; empty for a selector of everything or nothing. */
  readonly text: string;
  readonly matches: (labels: Labels) => boolean;
}

/** Selects everything. */
export const everything: LabelSelector = { requirements: [], text: '', matches: () => true };

/** Selects nothing; it has no text form. */
export const nothing: LabelSelector = { requirements: [], text: '', matches: () => false };

/**
 * Parses a label selector, such as the query parameter `labelSelector`. Throws SelectorSyntaxError in Kubernetes'
 * words.
 */
export function parseLabelSelector(text: string): LabelSelector {
  return selectorOf(parseLabelRequirements(text));
}

export type LabelSelectorResult =
  | { readonly ok: true; readonly selector: LabelSelector }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The selector for a LabelSelector object at `field`: an empty one selects everything, an absent one nothing. */
export function selectorFromObject(object: LabelSelectorObject | undefined, field: string): LabelSelectorResult {
  if (object === undefined) return { ok: true, selector: nothing };
  const errors = validateLabelSelector(object, field);
  if (errors.length > 0) return { ok: false, errors };
  const { matchLabels = {}, matchExpressions = [] } = object;
  const requirements = Object.keys(matchLabels).map((key): LabelRequirement => ({
    key,
    operator: '=',
    values: [matchLabels[key] ?? ''],
  }));
  for (const { key, operator, values = [] } of matchExpressions) {
    const known = EXPRESSION_OPERATORS.get(operator);
    if (known !== undefined) requirements.push({ key, operator: known, values: [...new Set(values)].sort() });
  }
  return { ok: true, selector: selectorOf(requirements) };
}

function selectorOf(unsorted: readonly LabelRequirement[]): LabelSelector {
  if (unsorted.length === 0) return everything;
  const requirements = [...unsorted].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const conditions = requirements.map(compileRequirement);
  const [only] = conditions;
  return {
    requirements,
    text: requirements.map(requirementText).join(','),
    matches:
      conditions.length === 1 && only !== undefined
        ? only
        : (labels) => {
            for (const condition of conditions) if (!condition(labels)) return false;
            return true;
          },
  };
}
