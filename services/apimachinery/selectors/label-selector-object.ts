import { validateLabels } from '../names/labels.js';
import { labelValue, qualifiedName } from '../names/qualified-name.js';
import { eachError, type FieldError, fieldPath, forbidden, invalid, keyPath, required } from '../status/field-error.js';
import type { LabelRequirement, Labels } from './requirement.js';

/** `metav1.LabelSelector`. */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly LabelExpression[];
}

export interface LabelExpression {
  readonly key: string;
  /** One of {@link EXPRESSION_OPERATORS}. */
  readonly operator: string;
  readonly values?: readonly string[];
}

/** The operators of expressions and the equivalent operators of requirements. */
export const EXPRESSION_OPERATORS: ReadonlyMap<string, LabelRequirement['operator']> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** Validates a selector at `path`, in Kubernetes' words. An absent one is valid. */
export function validateLabelSelector(selector: LabelSelectorObject | undefined, path: string): FieldError[] {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const expressions = fieldPath(path, 'matchExpressions');
  return [
    ...validateLabels(matchLabels, fieldPath(path, 'matchLabels')),
    ...eachError(matchExpressions, (expression, index) => validateExpression(expression, keyPath(expressions, index))),
  ];
}

function validateExpression({ key, operator, values = [] }: LabelExpression, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const valuesPath = fieldPath(path, 'values');
  const known = EXPRESSION_OPERATORS.get(operator);
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
