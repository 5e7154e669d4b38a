import type { FieldSelector } from './fields.js';
import type { LabelSelector } from './labels.js';
import { SelectorSyntaxError } from './selector-error.js';

/** The selectors of a request or access review. Undefined selects everything. */
export interface Selectors {
  readonly fields: ParsedSelector<FieldSelector> | undefined;
  readonly labels: ParsedSelector<LabelSelector> | undefined;
}

/**
 * A selector that a client sent. Requirements are combined with AND, so that a selector without those that cannot be parsed
 * selects more: authorization of it is the stricter check.
 */
export interface ParsedSelector<Selector> {
  /** The requirements that could be parsed. Undefined if there are none. */
  readonly selector: Selector | undefined;
  /** Why the rest is ignored, in Kubernetes' words. Undefined if everything could be parsed. */
  readonly problem: string | undefined;
}

export const NO_SELECTORS: Selectors = { fields: undefined, labels: undefined };

/** Parses a selector's text; a syntax error becomes the `problem`. */
export function parsedWith<Selector>(parse: (text: string) => Selector, text: string): ParsedSelector<Selector> {
  try {
    return { selector: parse(text), problem: undefined };
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return { selector: undefined, problem: error.message };
    throw error;
  }
}
