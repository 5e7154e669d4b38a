import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  ResourceAttributes,
} from '@pilothouse/apimachinery/generated/authorization/v1.js';
import {
  fieldSelectorOf,
  parseFieldSelector,
  type FieldRequirement,
  type FieldSelector,
} from '@pilothouse/apimachinery/selectors/fields.js';
import {
  parseLabelSelector,
  selectorFromObject,
  type LabelSelector,
} from '@pilothouse/apimachinery/selectors/labels.js';
import { parsedWith, type ParsedSelector, type Selectors } from '@pilothouse/apimachinery/selectors/parsed.js';

/** The selectors of a review. They have passed validation: each has a text or requirements. */
export function selectorsOfReview({ fieldSelector, labelSelector }: ResourceAttributes): Selectors {
  return { fields: fieldSelector && fieldsOf(fieldSelector), labels: labelSelector && labelsOf(labelSelector) };
}

/** The texts for `status.evaluationError` about ignored selectors. The texts are Kubernetes'. */
export function ignoredSelectors({ fields, labels }: Selectors): string[] {
  return [
    { path: 'spec.resourceAttributes.fieldSelector', parsed: fields },
    { path: 'spec.resourceAttributes.labelSelector', parsed: labels },
  ].flatMap(({ path, parsed }) => {
    if (parsed?.problem === undefined) return [];
    return [`${path} ${parsed.selector === undefined ? '' : 'partially '}ignored due to parse error`];
  });
}

function fieldsOf({ rawSelector = '', requirements = [] }: FieldSelectorAttributes): ParsedSelector<FieldSelector> {
  if (rawSelector !== '') return parsedWith(parseFieldSelector, rawSelector);
  const parsed = requirements.map(fieldRequirement);
  const valid = parsed.filter((each) => typeof each !== 'string');
  return {
    selector: valid.length === 0 ? undefined : fieldSelectorOf(valid),
    problem: parsed.find((each) => typeof each === 'string'),
  };
}

const FIELD_OPERATORS: ReadonlyMap<string, FieldRequirement['operator']> = new Map([
  ['In', '='],
  ['NotIn', '!='],
]);

/** The requirement, or the reason why it is ignored: a field selector has one value for each field. */
function fieldRequirement({
  key,
  operator,
  values = [],
}: NonNullable<FieldSelectorAttributes['requirements']>[number]): FieldRequirement | string {
  const known = FIELD_OPERATORS.get(operator);
  if (known === undefined) return `field selectors do not support the operator ${JSON.stringify(operator)}`;
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) return `the operator ${operator} of a field selector takes one value`;
  return { field: key, operator: known, value };
}

function labelsOf({ rawSelector = '', requirements = [] }: LabelSelectorAttributes): ParsedSelector<LabelSelector> {
  if (rawSelector !== '') return parsedWith(parseLabelSelector, rawSelector);
  const valid = requirements.filter((each) => selectorFromObject({ matchExpressions: [each] }, '').ok);
  const result = selectorFromObject({ matchExpressions: valid }, '');
  return {
    selector: result.ok && valid.length > 0 ? result.selector : undefined,
    problem: valid.length === requirements.length ? undefined : 'some requirements cannot be parsed',
  };
}
