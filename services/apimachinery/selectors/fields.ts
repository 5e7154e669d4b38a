import { pathSegmentName } from '../names/path-segment.js';
import { SelectorSyntaxError } from './selector-error.js';

export interface FieldRequirement {
  /** Such as `metadata.name`. The caller checks whether the field exists. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Requirements on fields, combined with AND. */
export interface FieldSelector {
  /** Sorted by text. */
  readonly requirements: readonly FieldRequirement[];
  /** The canonical text, which parses to the same selector. */
  readonly text: string;
  /** `getField` returns a field's value; undefined counts as empty. */
  readonly matches: (getField: (field: string) => string | undefined) => boolean;
  /** The required value of `field`; undefined without an equality requirement. */
  readonly requiresExactMatch: (field: string) => string | undefined;
}

/**
 * Parses a field selector: comma-separated terms such as `a=b`, `a==b` and `a!=b`. In values, `\`, `,` and `=` are
 * escaped by a backslash. Throws SelectorSyntaxError in Kubernetes' words.
 */
export function parseFieldSelector(text: string): FieldSelector {
  return fieldSelectorOf(splitTerms(text).map((term) => parseTerm(text, term)));
}

/** A selector from requirements; without any it selects everything. */
export function fieldSelectorOf(unsorted: readonly FieldRequirement[]): FieldSelector {
  const terms = unsorted.map((requirement) => ({ requirement, text: termText(requirement) }));
  terms.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const requirements = terms.map(({ requirement }) => requirement);
  return {
    requirements,
    text: terms.map((term) => term.text).join(','),
    matches: (getField) =>
      requirements.every(({ field, operator, value }) => ((getField(field) ?? '') === value) === (operator === '=')),
    requiresExactMatch: (field) =>
      requirements.find((requirement) => requirement.operator === '=' && requirement.field === field)?.value,
  };
}

/**
 * The object name required by `metadata.name=<name>`. Undefined without such a requirement, or for a name that no
 * object can have: empty or invalid as a path segment.
 */
export function requiredName(selector: FieldSelector): string | undefined {
  const name = selector.requiresExactMatch('metadata.name');
  return name === undefined || name === '' || pathSegmentName(name).length > 0 ? undefined : name;
}

interface Term {
  readonly text: string;
  readonly index: number;
}

/** The non-empty terms. A backslash escapes the next character. */
function splitTerms(text: string): Term[] {
  const terms: Term[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    if (character !== ',' && index < text.length) continue;
    if (index > start) terms.push({ text: text.slice(start, index), index: start });
    start = index + 1;
  }
  return terms;
}

function parseTerm(selector: string, term: Term): FieldRequirement {
  const operator = /!=|==?/.exec(term.text);
  if (operator === null) {
    throw new SelectorSyntaxError(`invalid selector: '${selector}'; can't understand '${term.text}'`, term.index);
  }
  const valueStart = operator.index + operator[0].length;
  return {
    field: term.text.slice(0, operator.index),
    operator: operator[0] === '!=' ? '!=' : '=',
    value: unescapeValue(term.text.slice(valueStart), term.index + valueStart),
  };
}

function unescapeValue(value: string, start: number): string {
  return value.replace(/\\([^]?)|=/gu, (found, escaped: string | undefined, index: number) => {
    if (escaped === '\\' || escaped === ',' || escaped === '=') return escaped;
    const problem = escaped === undefined ? 'unescaped character in value' : 'invalid escape sequence';
    throw new SelectorSyntaxError(`invalid field selector: ${problem}: ${found}`, start + index);
  });
}

function termText({ field, operator, value }: FieldRequirement): string {
  return `${field}${operator}${value.replace(/[\\,=]/g, String.raw`\$&`)}`;
}
