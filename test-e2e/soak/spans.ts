/** A fault from its start to its repair, in milliseconds of performance.now(). */
export interface Span {
  readonly name: string;
  readonly from: number;
  /** Infinity while it lasts. */
  readonly to: number;
  /** Set if the fault could not be injected or repaired. */
  readonly error?: string;
}

/** The faults of a run. */
export interface Spans {
  readonly all: () => readonly Span[];
  readonly during: (name: string, act: () => Promise<void>) => Promise<void>;
  /** Records what is broken without the soak's doing, from some milliseconds ago until the result is called. */
  readonly begin: (name: string, ago: number) => () => void;
  /** The faults that may have had an effect between two moments. */
  readonly at: (from: number, to: number) => readonly Span[];
}

/** Milliseconds after the end of a fault in which clients may still notice it. */
const AFTER = 15_000;

export function createSpans(): Spans {
  const all: Span[] = [];
  return {
    all: () => all,
    async during(name, act) {
      const from = performance.now();
      const index = all.push({ name, from, to: Infinity }) - 1;
      const error = await act().then(
        () => undefined,
        (failure: unknown) => String(failure),
      );
      all[index] = { name, from, to: performance.now(), ...(error !== undefined && { error }) };
    },
    begin(name, ago) {
      const from = performance.now() - ago;
      const index = all.push({ name, from, to: Infinity }) - 1;
      return () => void (all[index] = { name, from, to: performance.now() });
    },
    at: (from, to) => all.filter((span) => span.to + AFTER >= from && span.from <= to),
  };
}
