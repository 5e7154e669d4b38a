import type { ImageVerdict } from './review.js';

export interface VerdictCacheOptions {
  /** Milliseconds for which verdicts are remembered. */
  readonly allowTTL: number;
  readonly denyTTL: number;
  readonly now: () => number;
}

/** Remembered verdicts, by question. */
export interface VerdictCache {
  readonly get: (question: string) => ImageVerdict | undefined;
  readonly set: (question: string, verdict: ImageVerdict) => void;
}

/** The least recently used verdict is dropped first. */
const MOST_VERDICTS = 1_024;

export function createVerdictCache({ allowTTL, denyTTL, now }: VerdictCacheOptions): VerdictCache {
  const entries = new Map<string, { readonly verdict: ImageVerdict; readonly from: number; readonly until: number }>();
  return {
    get(question) {
      const entry = entries.get(question);
      if (entry === undefined) return undefined;
      entries.delete(question);
      const time = now();
      // An entry from the future is stale: the clock was set back.
      if (time < entry.from || time >= entry.until) return undefined;
      entries.set(question, entry);
      return entry.verdict;
    },
    set(question, verdict) {
      const time = now();
      const ttl = verdict.isAllowed ? allowTTL : denyTTL;
      if (ttl === 0) return;
      entries.set(question, { verdict, from: time, until: time + ttl });
      const [oldest] = entries.keys();
      if (entries.size > MOST_VERDICTS && oldest !== undefined) entries.delete(oldest);
    },
  };
}
