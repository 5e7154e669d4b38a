export interface RateLimiterOptions {
  /** Requests per second and key; 0 sets no limit. */
  readonly rate: number;
  /** Requests of a key that are allowed at once after a pause. */
  readonly burst: number;
  /** Number of tracked keys. The least recently seen key is dropped first, and starts with a full bucket. */
  readonly keys: number;
  /** Milliseconds. While the clock goes backwards, buckets do not fill. */
  readonly now: () => number;
}

/** Counts a request of a key, such as a client. Returns the seconds until its next allowed request, or undefined if it is allowed now. */
export type RateLimiter = (key: string) => number | undefined;

interface Bucket {
  tokens: number;
  /** When `tokens` was computed. */
  at: number;
}

/** Token bucket for each key. A rejected request costs no token. */
export function rateLimiter({ rate, burst, keys, now }: RateLimiterOptions): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return (key) => {
    if (rate === 0) return undefined;
    const time = now();
    const bucket = buckets.get(key) ?? { tokens: burst, at: time };
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > keys && oldest !== undefined) buckets.delete(oldest);
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, time - bucket.at) / 1000) * rate);
    bucket.at = time;
    if (bucket.tokens < 1) return (1 - bucket.tokens) / rate;
    bucket.tokens -= 1;
    return undefined;
  };
}
