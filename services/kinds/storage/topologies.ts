import type { TopologySelectorTerm } from '@pilothouse/apimachinery/generated/core/v1.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { labelWarning } from '../core/node-labels.js';

/** Validates topologies, which must differ (Kubernetes' validateAllowedTopologies). An empty term counts as a duplicate. */
export function validateTopologies(terms: readonly TopologySelectorTerm[], path: string): FieldError[] {
  const seen = new Set([identityOf({})]);
  return eachError(terms, (term, index) => {
    const field = fieldPath(keyPath(path, index), 'matchLabelExpressions');
    const errors = validateTerm(term, field);
    const identity = identityOf(term);
    if (seen.has(identity)) errors.push(duplicate(field, ''));
    seen.add(identity);
    return errors;
  });
}

function validateTerm({ matchLabelExpressions = [] }: TopologySelectorTerm, path: string): FieldError[] {
  const keys = new Set<string>();
  return eachError(matchLabelExpressions, ({ key, values }, index) => {
    const field = keyPath(path, index);
    const errors = validateValues(values, fieldPath(field, 'values'));
    errors.push(...invalidEach(fieldPath(field, 'key'), key, qualifiedName(key)));
    if (keys.has(key)) errors.push(duplicate(fieldPath(field, 'key'), key));
    keys.add(key);
    return errors;
  });
}

function validateValues(values: readonly string[], field: string): FieldError[] {
  if (values.length === 0) return [required(field)];
  const seen = new Set<string>();
  return eachError(values, (value, index) => {
    if (seen.has(value)) return [duplicate(keyPath(field, index), value)];
    seen.add(value);
    return [];
  });
}

/** Equal for terms with the same sets of values. Of repeated keys the last one counts. */
function identityOf({ matchLabelExpressions = [] }: TopologySelectorTerm): string {
  const sets = new Map(matchLabelExpressions.map(({ key, values }) => [key, [...new Set(values)].sort()]));
  return JSON.stringify([...sets].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Warns of deprecated node labels. */
export function* topologyWarnings(terms: readonly TopologySelectorTerm[], path: string): Generator<string, void> {
  for (const [index, { matchLabelExpressions = [] }] of terms.entries()) {
    for (const [place, { key }] of matchLabelExpressions.entries()) {
      const field = keyPath(fieldPath(keyPath(path, index), 'matchLabelExpressions'), place);
      yield* labelWarning(key, fieldPath(field, 'key'));
    }
  }
}
