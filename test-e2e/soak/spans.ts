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
    at(from, to) {
      const found: Span[] = [];
      for (let index = all.length - 1; index >= 0; index--) {
        const span = all[index];
        if (span === undefined || span.to + AFTER < from) break;
        if (span.from <= to) found.push(span);
      }
      return found;
    },
  };
}
