import { pathSegmentName } from '../names/path-segment.js';
import { SelectorSyntaxError } from './selector-error.js';

export interface FieldRequirement {
  /** Such as `metadata.name`. Whether there is such a field is for the caller to say. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Conditions that fields must all satisfy. */
export interface FieldSelector {
  /** Sorted by their texts. */
  readonly requirements: readonly FieldRequirement[];
  /** The canonical text, which reads as the same selector. */
  readonly text: string;
  /** `getField` gives a field's value; undefined counts as empty. */
  readonly matches: (getField: (field: string) => string | undefined) => boolean;
  /** The one value that the selector allows for `field`; undefined where it does not name one. */
  readonly requiresExactMatch: (field: string) => string | undefined;
}

/**
 * Reads a field selector's text: terms such as `a=b`, `a==b` and `a!=b` with commas between them, in whose values
 * `\`, `,` and `=` have a backslash in front. Throws SelectorSyntaxError in Kubernetes' words.
 */
export function parseFieldSelector(text: string): FieldSelector {
  return fieldSelectorOf(splitTerms(text).map((term) => parseTerm(text, term)));
}

/** The selector of the given requirements; none select everything. */
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
 * The object name that the selector requires with `metadata.name=<name>`. Undefined where it requires none, or one that no object
 * can have: an empty one, or one that is not valid as a path segment.
 */
export function requiredName(selector: FieldSelector): string | undefined {
  const name = selector.requiresExactMatch('metadata.name');
  return name === undefined || name === '' || pathSegmentName(name).length > 0 ? undefined : name;
}

interface Term {
  readonly text: string;
  readonly index: number;
}

/** The terms that are not empty. A backslash takes the character behind it along. */
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
