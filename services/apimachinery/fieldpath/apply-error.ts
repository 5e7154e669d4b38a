/** One thing wrong at one place of a value or of a set of fields. */
export interface Problem {
  /** As server-side apply writes paths: `.spec.containers[name="a"].image`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/**
 * What was wrong, which decides the answer:
 * - `value`: an applied object that does not have its type;
 * - `fields`: managedFields that cannot be read.
 */
export type ApplyErrorKind = 'value' | 'fields';

/** The one error that server-side apply throws. Nothing was changed. A conflict is a result and not an error. */
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
