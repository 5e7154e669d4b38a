/** A deliberate difference from a recorded answer. All conditions that are given must hold for a deviation. */
export interface Difference {
  /** What differs: the first cell of the row of docs/differences.md that describes it, without backticks. */
  readonly row: string;
  /** The places in the answers of a case: see `Deviation.at`. */
  readonly at: RegExp;
  /** The file of cases. */
  readonly file?: string;
  /** The request, as in `GET /api/v1/namespaces/<ns>/configmaps limit=1`, with what it sends behind it. */
  readonly asked?: RegExp;
  /** The recorded answer to it, in JSON. */
  readonly answer?: RegExp;
  /** The value at this place, in JSON; empty where there is none. */
  readonly recorded?: RegExp;
  readonly ours?: RegExp;
}

/** A phrase that differs in texts: both sides are compared after the replacement. */
export interface Wording {
  /** As in a difference. */
  readonly row: string;
  readonly from: RegExp;
  readonly to: string;
}
