import { invalid, type FieldError } from '../status/field-error.js';

/**
 * What is wrong with a path that a definition gives for a column or a scale. Kubernetes refuses only one that does not begin with a
 * dot: a column with any other fault ends the columns, and a scale reads names between dots.
 */
export function simplePathErrors(path: string, field: string): FieldError[] {
  if (path === '') return [invalid(field, path, 'must not be empty')];
  return path.startsWith('.') ? [] : [invalid(field, path, 'must be a simple json path starting with .')];
}

/** The names of a simple path: `.spec.replicas` is `spec` and `replicas`. Nothing is escaped in it. */
export function simplePathNames(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}
