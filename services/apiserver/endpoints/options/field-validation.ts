import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../../request/context.js';
import type { FieldValidation } from './write-options.js';

/** What a decoder dropped. */
export interface Dropped {
  /** Paths of keys that stood there more than once. */
  readonly duplicates: readonly string[];
  /** Paths of fields that the schema does not have. */
  readonly unknown: readonly string[];
}

/** Ignores, warns of or refuses what was dropped. `what` begins the message of the 400. */
export function reportDropped(context: RequestContext, mode: FieldValidation, dropped: Dropped, what: string): void {
  const texts = [
    ...dropped.duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`),
    ...dropped.unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
  ];
  if (mode === 'Ignore' || texts.length === 0) return;
  if (mode === 'Strict') throw badRequest(`${what}: strict decoding error: ${texts.join(', ')}`);
  context.warnings.push(...texts);
}
