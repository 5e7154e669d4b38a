export interface SoakSettings {
  /** Duration of the load. */
  readonly milliseconds: number;
  readonly seed: number;
  /** Per second. */
  readonly writes: number;
  readonly lists: number;
  readonly watches: number;
  /** Worker processes of each API server. */
  readonly workers: number;
  /** Milliseconds between two faults. */
  readonly rest: number;
  /** Only faults whose names match. */
  readonly faults: RegExp;
}
