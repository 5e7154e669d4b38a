/** Where Pilothouse answers otherwise on purpose. What it says of an answer must all be so; what it does not say does not matter. */
export interface Difference {
  readonly reason: string;
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

/** A turn of phrase that we have otherwise: both sides are compared after the change. */
export interface Wording {
  readonly reason: string;
  readonly from: RegExp;
  readonly to: string;
}
