import type { ThrottleOptions } from '../options/audit.js';

/**
 * Token bucket. The function takes a token at a monotonic time in milliseconds, and returns the milliseconds until it
 * may be used.
 */
export function createThrottle({ qps, burst }: ThrottleOptions): (now: number) => number {
  let tokens = burst;
  let filled = -Infinity;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - filled) / 1000) * qps) - 1;
    filled = now;
    return tokens >= 0 ? 0 : (-tokens / qps) * 1000;
  };
}
