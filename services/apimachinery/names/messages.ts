/** Validation errors in Kubernetes' words; empty for valid input. */
export type Problems = string[];

export const MUST_NOT_BE_EMPTY = 'must be non-empty';

export interface FormatMessage {
  readonly rule: string;
  readonly examples: readonly string[];
  /** The regular expression that Kubernetes shows. The actual check is equivalent. */
  readonly regex: string;
}

/** `rule (e.g. 'a',  or 'b', regex used for validation is '...')`. */
export function formatMessage({ rule, examples, regex }: FormatMessage): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${shown}regex used for validation is '${regex}')`;
}

/** The length in UTF-8 bytes, the unit of every name limit. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}
