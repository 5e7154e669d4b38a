import type { ParamKind, ParamRef } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { columnsOf, numberColumn, textColumn } from '../definition/columns.js';
import type { Column } from '../definition/definition.js';

const UNSET = '<unset>';

/** The columns of a webhook configuration. */
export const WEBHOOK_COLUMNS = columnsOf<JsonObject & { webhooks?: readonly JsonObject[] }>(
  numberColumn('Webhooks', 'Number of webhooks.', ({ webhooks = [] }) => webhooks.length),
);

/** The columns of a policy; `rules` counts its validations or mutations, under the heading `heading`. */
export function policyColumns<Kind extends JsonObject & { spec: { paramKind?: ParamKind } }>(
  heading: string,
  rules: (object: Kind) => number,
): readonly Column<Kind>[] {
  return columnsOf<Kind>(
    numberColumn(heading, `Number of ${heading.toLowerCase()}.`, rules),
    textColumn('ParamKind', 'Kind of the parameters.', ({ spec: { paramKind } }) =>
      paramKind === undefined ? UNSET : `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}`,
    ),
  );
}

/** The columns of a binding. */
export const BINDING_COLUMNS = columnsOf<JsonObject & { spec: { policyName?: string; paramRef?: ParamRef } }>(
  textColumn('PolicyName', 'Name of the policy.', ({ spec: { policyName = '' } }) => policyName),
  textColumn('ParamRef', 'Parameters of the policy.', ({ spec: { paramRef } }) =>
    paramRef === undefined ? UNSET : paramText(paramRef),
  ),
);

/** A name without a namespace can be of a cluster-scoped object or of one in any namespace. */
function paramText({ name = '', namespace = '', selector }: ParamRef): string {
  if (name !== '') return `${namespace === '' ? '*' : namespace}/${name}`;
  return selector === undefined ? UNSET : selectorText(selector);
}

/** A selector as Go's type prints it. */
function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`);
  const requirements = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}},}`;
}
