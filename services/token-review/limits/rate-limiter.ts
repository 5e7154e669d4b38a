export interface RateLimiterOptions {
  /** Requests per second and client; 0 sets no limit. */
  readonly rate: number;
  /** Requests that a client may make at once after a pause. */
  readonly burst: number;
  /** Number of tracked clients. The least recently seen client is dropped first and starts with a full bucket. */
  readonly clients: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Counts a request of a client. Returns the seconds until its next allowed request, or undefined if it is allowed now. */
export type RateLimiter = (client: string) => number | undefined;

interface Bucket {
  tokens: number;
  /** When `tokens` was computed. */
  at: number;
}

/** Token bucket for each client. A rejected request costs no token. */
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
