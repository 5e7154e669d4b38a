import type { ThrottleOptions } from '../options/audit.js';

/**
 * A bucket of tokens. The function takes one, at a time in milliseconds that never goes back, and says after how many
 * milliseconds it may be used.
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
