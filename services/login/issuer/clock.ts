/** How far the clock of this machine is ahead of that of the issuer, as its answers show. */
export interface IssuerClock {
  /** Takes the header `date` of an answer. */
  readonly observe: (date: string | null) => void;
  /** Milliseconds; 0 before the first answer. */
  readonly ahead: () => number;
}

export function issuerClock(now: () => number): IssuerClock {
  let ahead = 0;
  return {
    observe(date) {
      const time = Date.parse(date ?? '');
      if (Number.isFinite(time)) ahead = now() - time;
    },
    ahead: () => ahead,
  };
}

/** Milliseconds of difference that is not reported: answers take time, and their dates are whole seconds. */
const TOLERATED = 60_000;

/** A sentence on a wrong clock; undefined for a right one. */
export function clockProblem({ ahead }: Pick<IssuerClock, 'ahead'>): string | undefined {
  const minutes = Math.round(Math.abs(ahead()) / 60_000);
  if (Math.abs(ahead()) <= TOLERATED) return undefined;
  const side = ahead() > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${minutes} minutes ${side} that of the issuer; set the clock`;
}
