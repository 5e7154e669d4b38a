/** A deliberate difference from a recorded answer. A deviation must meet all given conditions. */
export interface Difference {
  /** The first cell of its row in docs/differences.md, without backticks. */
  readonly row: string;
  /** The positions in the answers of a case: see `Deviation.at`. */
  readonly at: RegExp;
  /** The file of cases. */
  readonly file?: string;
  /** The request, as in `GET /api/v1/namespaces/<ns>/configmaps limit=1`, followed by its body. */
  readonly asked?: RegExp;
  /** The recorded answer, as JSON. */
  readonly answer?: RegExp;
  /** The value at this position, as JSON; empty if it is absent. */
  readonly recorded?: RegExp;
  readonly ours?: RegExp;
}

/** A phrase that differs in texts. Both sides are compared after the replacement. */
export interface Wording {
  /** As in a difference. */
  readonly row: string;
  readonly from: RegExp;
  readonly to: string;
}
