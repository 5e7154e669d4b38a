import { parseFieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import { parseLabelSelector, type LabelSelector } from '@pilothouse/apimachinery/selectors/labels.js';
import {
  NO_SELECTORS,
  parsedWith,
  type ParsedSelector,
  type Selectors,
} from '@pilothouse/apimachinery/selectors/parsed.js';

/**
 * The selectors in the query of a list, watch or deletecollection. Empty parameters count as absent. Labels are parsed on first
 * access, so that an early refusal of the request costs less.
 */
export function selectorsOf(query: URLSearchParams): Selectors {
  const fields = query.get('fieldSelector') ?? '';
  const text = query.get('labelSelector') ?? '';
  if (fields === '' && text === '') return NO_SELECTORS;
  let labels: ParsedSelector<LabelSelector> | undefined;
  return {
    fields: fields === '' ? undefined : parsedWith(parseFieldSelector, fields),
    get labels() {
      if (text !== '') labels ??= parsedWith(parseLabelSelector, text);
      return labels;
    },
  };
}
