import { validateLabels } from '../names/labels.js';
import { labelValue, qualifiedName } from '../names/qualified-name.js';
import { type FieldError, fieldPath, forbidden, invalid, keyPath, required } from '../status/field-error.js';
import { parseLabelRequirements } from './label-parser.js';
import { compileRequirement, type LabelRequirement, type Labels, requirementText } from './requirement.js';

/** Conditions that labels must all satisfy. */
export interface LabelSelector {
  /** Sorted by key. None, where everything or nothing is selected. */
  readonly requirements: readonly LabelRequirement[];
  /** The canonical text, which reads as the same selector; empty where everything or nothing is selected. */
  readonly text: string;
  readonly matches: (labels: Labels) => boolean;
}

/** Selects everything. */
export const everything: LabelSelector = { requirements: [], text: '', matches: () => true };

/** Selects nothing, which no text can say. */
export const nothing: LabelSelector = { requirements: [], text: '', matches: () => false };

/**
 * Reads a label selector's text, such as the query parameter `labelSelector`. Throws SelectorSyntaxError in
 * Kubernetes' words.
 */
export function parseLabelSelector(text: string): LabelSelector {
  return selectorOf(parseLabelRequirements(text));
}

/** A LabelSelector as objects hold it (`metav1.LabelSelector`). */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export type LabelSelectorResult =
  | { readonly ok: true; readonly selector: LabelSelector }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The selector that `object`, which stands at `field`, describes: an empty one selects everything, an absent one nothing. */
export function selectorFromObject(object: LabelSelectorObject | undefined, field: string): LabelSelectorResult {
  if (object === undefined) return { ok: true, selector: nothing };
  const { matchLabels = {}, matchExpressions = [] } = object;
  const errors = validateLabels(matchLabels, fieldPath(field, 'matchLabels'));
  const requirements = Object.keys(matchLabels).map((key): LabelRequirement => ({
    key,
    operator: '=',
    values: [matchLabels[key] ?? ''],
  }));
  matchExpressions.forEach(({ key, operator, values = [] }, index) => {
    const path = keyPath(fieldPath(field, 'matchExpressions'), index);
    errors.push(...expressionErrors({ key, operator, values }, path));
    const known = OPERATORS.get(operator);
    if (known !== undefined) requirements.push({ key, operator: known, values: [...new Set(values)].sort() });
  });
  return errors.length > 0 ? { ok: false, errors } : { ok: true, selector: selectorOf(requirements) };
}

const OPERATORS = new Map<string, LabelRequirement['operator']>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

function expressionErrors({ key, operator, values }: Expression, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const valuesPath = fieldPath(path, 'values');
  const known = OPERATORS.get(operator);
  if (known === undefined) {
    errors.push(invalid(fieldPath(path, 'operator'), operator, 'not a valid selector operator'));
  } else if (known === 'in' || known === 'notin') {
    if (values.length === 0) errors.push(required(valuesPath, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (values.length > 0) {
    errors.push(forbidden(valuesPath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  }
  for (const problem of qualifiedName(key)) errors.push(invalid(fieldPath(path, 'key'), key, problem));
  values.forEach((value, index) => {
    for (const problem of labelValue(value)) errors.push(invalid(keyPath(valuesPath, index), value, problem));
  });
  return errors;
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
