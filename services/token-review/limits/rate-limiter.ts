export interface RateLimiterOptions {
  /** Requests a second that each client may make; 0 sets no limit. */
  readonly rate: number;
  /** How many it may make at once after a pause. */
  readonly burst: number;
  /** How many clients are remembered. The one that has asked least lately is forgotten first, and begins anew. */
  readonly clients: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Counts a request of a client; the seconds after which it may ask again, or undefined where it may now. */
export type RateLimiter = (client: string) => number | undefined;

interface Bucket {
  tokens: number;
  /** When there were so many. */
  at: number;
}

/** A token bucket for each client. A request that is refused costs nothing. */
export function rateLimiter({ rate, burst, clients, now }: RateLimiterOptions): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return (client) => {
    if (rate === 0) return undefined;
    const time = now();
    const bucket = buckets.get(client) ?? { tokens: burst, at: time };
    buckets.delete(client);
    buckets.set(client, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > clients && oldest !== undefined) buckets.delete(oldest);
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * rate);
    bucket.at = time;
    if (bucket.tokens < 1) return (1 - bucket.tokens) / rate;
    bucket.tokens -= 1;
    return undefined;
  };
}
