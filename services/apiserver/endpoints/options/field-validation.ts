import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../../request/context.js';
import { inDocumentOrder } from './document-order.js';
import type { FieldValidation } from './write-options.js';

/** As many are told of as Kubernetes does. */
export const MAX_REPORTED_ERRORS = 100;

/** Paths of keys that stood more than once in their object. */
export function duplicateTexts(paths: readonly string[]): string[] {
  return paths.map((path) => `duplicate field ${JSON.stringify(path)}`);
}

/** Paths of fields that the type does not have. */
export function unknownTexts(paths: readonly string[]): string[] {
  return paths.map((path) => `unknown field ${JSON.stringify(path)}`);
}

/** The paths that lead neither to one of `others` nor through it: what is unknown is not looked into. */
export function outside(paths: readonly string[], others: readonly string[]): string[] {
  return paths.filter(
    (path) => !others.some((other) => path.startsWith(other) && /^[.[]|^$/.test(path.slice(other.length))),
  );
}

/**
 * What is told of duplicate and unknown fields of a document, in the order of its text, where duplicates are told of at the
 * second one. `duplicates` have this order, also those of which the document has nothing, since it has only the last of
 * what stood around them. What is unknown is not looked into.
 */
export function droppedTexts(document: JsonValue, duplicates: readonly string[], unknown: readonly string[]): string[] {
  const known = outside(duplicates, unknown);
  const places = new Map(known.map((path, index) => [path, index]));
  let told = 0;
  return inDocumentOrder(document, [...known, ...unknown]).flatMap((path) => {
    const place = places.get(path);
    if (place === undefined) return unknownTexts([path]);
    const upTo = known.slice(told, place + 1);
    told = Math.max(told, place + 1);
    return duplicateTexts(upTo);
  });
}

/** Ignores, warns of or refuses what a decoder dropped. `what` begins the message of the 400. */
export function reportDropped(
  context: RequestContext,
  mode: FieldValidation,
  texts: readonly string[],
  what: string,
): void {
  if (mode === 'Ignore' || texts.length === 0) return;
  const told = texts.slice(0, MAX_REPORTED_ERRORS);
  if (mode === 'Strict') throw badRequest(`${what}: strict decoding error: ${told.join(', ')}`);
  context.warnings.push(...told);
}
