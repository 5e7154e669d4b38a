import type { Random } from './random.js';
import type { Recorder } from './recorder.js';
import type { Replicas } from './replica.js';

/** What every client of the model works with. */
export interface ClientOptions {
  /** Names the client; every id it writes begins with it. */
  readonly name: string;
  readonly replicas: Replicas;
  readonly recorder: Recorder;
  readonly random: Random;
  /** Milliseconds that it rests between two requests, on average. */
  readonly pace: number;
  /** Aborted when no new request is to be made. */
  readonly signal: AbortSignal;
  /** The newest revision that each key is known to have, 0 for none. Shared, so that clients race. */
  readonly known: Map<string, number>;
}
