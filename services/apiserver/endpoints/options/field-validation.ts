import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../../request/context.js';
import type { ParsedBody } from '../negotiation/body.js';
import { inDocumentOrder } from './document-order.js';
import type { FieldValidation } from './write-options.js';

/** Kubernetes' limit. */
export const MAX_REPORTED_ERRORS = 100;

/** Texts for duplicate keys. */
export function duplicateTexts(paths: readonly string[]): string[] {
  return paths.map((path) => `duplicate field ${JSON.stringify(path)}`);
}

/** Texts for unknown fields. */
export function unknownTexts(paths: readonly string[]): string[] {
  return paths.map((path) => `unknown field ${JSON.stringify(path)}`);
}

/** The paths that are not at or below one of `others`: unknown fields are not searched. */
export function outside(paths: readonly string[], others: readonly string[]): string[] {
  return paths.filter(
    (path) => !others.some((other) => path.startsWith(other) && /^[.[]|^$/.test(path.slice(other.length))),
  );
}

/**
 * Texts for duplicate and unknown fields of a document, in document order, with a duplicate at its second position.
 * `duplicates` have this order already, including those within an overwritten value, which the document does not
 * contain. Unknown fields are not searched. The repeated keys of YAML come before the unknown fields, wherever they are.
 */
export function droppedTexts(body: ParsedBody<JsonValue>, unknown: readonly string[]): string[] {
  const { value: document, repeated = [] } = body;
  const duplicates = body.repeated === undefined ? body.duplicates : [];
  const known = outside(duplicates, unknown);
  const positions = new Map(known.map((path, index) => [path, index]));
  let consumed = 0;
  const dropped = inDocumentOrder(document, [...known, ...unknown]).flatMap((path) => {
    const position = positions.get(path);
    if (position === undefined) return unknownTexts([path]);
    const skipped = known.slice(consumed, position + 1);
    consumed = Math.max(consumed, position + 1);
    return duplicateTexts(skipped);
  });
  return [...repeated, ...dropped];
}

/** Ignores, warns of or refuses dropped fields. `what` begins the message of the 400. */
export function reportDropped(
  context: RequestContext,
  mode: FieldValidation,
  texts: readonly string[],
  what: string,
): void {
  if (mode === 'Ignore' || texts.length === 0) return;
  const reported = texts.slice(0, MAX_REPORTED_ERRORS);
  if (mode === 'Strict') throw badRequest(`${what}: strict decoding error: ${reported.join(', ')}`);
  context.warnings.push(...reported);
}
