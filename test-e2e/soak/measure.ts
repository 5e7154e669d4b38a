/** Buckets grow by a tenth, from half a millisecond to about two minutes. */
const FIRST_MS = 0.5;
const GROWTH = 1.1;
const BUCKETS = 130;

/** A distribution of durations, of constant size. */
export interface Durations {
  readonly add: (milliseconds: number) => void;
  readonly count: () => number;
  /** The duration that this part of them does not exceed, at most a tenth too long. Undefined without any. */
  readonly quantile: (part: number) => number | undefined;
  readonly longest: () => number;
}

export function createDurations(): Durations {
  const buckets = new Uint32Array(BUCKETS);
  let [count, longest] = [0, 0];
  return {
    add(milliseconds) {
      const index = Math.ceil(Math.log(Math.max(milliseconds, FIRST_MS) / FIRST_MS) / Math.log(GROWTH));
      const bucket = Math.min(BUCKETS - 1, index);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      count += 1;
      longest = Math.max(longest, milliseconds);
    },
    count: () => count,
    quantile(part) {
      if (count === 0) return undefined;
      let left = Math.ceil(count * part);
      const index = buckets.findIndex((each) => (left -= each) <= 0);
      return Math.min(longest, FIRST_MS * GROWTH ** index);
    },
    longest: () => longest,
  };
}

export const VERBS = ['create', 'update', 'patch', 'apply', 'delete', 'get', 'list'] as const;
export type Verb = (typeof VERBS)[number];

/** A part of the run. */
export interface Window {
  /** Milliseconds since the start of the load. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds. */
  readonly p99: Partial<Readonly<Record<Verb, number>>>;
  readonly requests: number;
  readonly failed: number;
  readonly events: number;
  /** MiB of resident memory, and open file descriptors, by process. */
  readonly memory: Readonly<Record<string, number>>;
  readonly descriptors: Readonly<Record<string, number>>;
}

/** Counts and durations of requests: in all, and since the start of the window. */
export interface Measure {
  readonly done: (verb: Verb, milliseconds: number) => void;
  readonly failed: (verb: Verb) => void;
  readonly event: () => void;
  readonly all: Readonly<Record<Verb, Durations>>;
  readonly failures: Readonly<Record<Verb, number>>;
  readonly events: () => number;
  /** Ends the window and begins the next one. */
  readonly next: () => Pick<Window, 'p99' | 'requests' | 'failed' | 'events'>;
}

export function createMeasure(): Measure {
  const byVerb = <T>(make: () => T): Record<Verb, T> =>
    Object.fromEntries(VERBS.map((verb) => [verb, make()])) as Record<Verb, T>;
  const all = byVerb(createDurations);
  const failures = byVerb(() => 0);
  let part = byVerb(createDurations);
  let [failed, events, before] = [0, 0, 0];
  return {
    all,
    failures,
    events: () => events,
    done(verb, milliseconds) {
      all[verb].add(milliseconds);
      part[verb].add(milliseconds);
    },
    failed(verb) {
      failures[verb] += 1;
      failed += 1;
    },
    event: () => void (events += 1),
    next() {
      const p99 = Object.fromEntries(
        VERBS.flatMap((verb) => {
          const found = part[verb].quantile(0.99);
          return found === undefined ? [] : [[verb, found]];
        }),
      ) as Window['p99'];
      const requests = VERBS.reduce((sum, verb) => sum + part[verb].count(), 0);
      const window = { p99, requests, failed, events: events - before };
      [part, failed, before] = [byVerb(createDurations), 0, events];
      return window;
    },
  };
}
