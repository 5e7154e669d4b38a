import type { Environment } from '../registry/environment.js';

/** Seconds after which a watch ends whose client did not say: 30 to 60 minutes, spread so that not all end at once. */
const SHORTEST_DEFAULT = 1800;

/** A signal that is aborted with `signal`, and when the watch's time is up. */
export function limitedTo(signal: AbortSignal, seconds: number | undefined, { random }: Environment): AbortSignal {
  const limit = seconds === undefined || seconds <= 0 ? SHORTEST_DEFAULT + random(SHORTEST_DEFAULT) : seconds;
  const milliseconds = Math.min(limit * 1000, 2 ** 31 - 1);
  return AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
}
