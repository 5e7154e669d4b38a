/** What is wrong with a text, in Kubernetes' words; empty when nothing is. */
export type Problems = string[];

export const MUST_NOT_BE_EMPTY = 'must be non-empty';

export interface FormatMessage {
  readonly rule: string;
  readonly examples: readonly string[];
  /** As Kubernetes quotes it, for people to read. What is checked is equivalent. */
  readonly regex: string;
}

/** `rule (e.g. 'a',  or 'b', regex used for validation is '...')`. */
export function formatMessage({ rule, examples, regex }: FormatMessage): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${shown}regex used for validation is '${regex}')`;
}

/** The length in UTF-8, in which every limit on a name is given. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}
