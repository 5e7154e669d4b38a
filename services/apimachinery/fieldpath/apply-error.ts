/** An error at one path of a value or field set. */
export interface Problem {
  /** In the notation of server-side apply: `.spec.containers[name="a"].image`; empty for the root. */
  readonly path: string;
  readonly message: string;
}

/**
 * The kind of error, which determines the response:
 *
 * - `value`: the applied object does not have its type;
 * - `fields`: invalid managedFields.
 */
export type ApplyErrorKind = 'value' | 'fields';

/** The only error of server-side apply. Nothing was modified. A conflict is a result and not an error. */
export class ApplyError extends Error {
  override readonly name = 'ApplyError';
  readonly kind: ApplyErrorKind;
  /** At least one. */
  readonly problems: readonly Problem[];

  constructor(kind: ApplyErrorKind, problems: readonly Problem[]) {
    const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(lines.length === 1 ? lines[0] : ['errors:', ...lines].join('\n  '));
    this.kind = kind;
    this.problems = problems;
  }
}
