import type { Random } from './random.js';
import type { Recorder } from './recorder.js';
import type { Replicas } from './replica.js';

/** Options of every client of the model. */
export interface ClientOptions {
  /** Name of the client, and the prefix of every id that it writes. */
  readonly name: string;
  readonly replicas: Replicas;
  readonly recorder: Recorder;
  readonly random: Random;
  /** Average milliseconds between two requests. */
  readonly pace: number;
  /** Aborted when the client must not send further requests. */
  readonly signal: AbortSignal;
  /** The newest known revision of each key, 0 for absent. Shared between clients, so that their writes conflict. */
  readonly known: Map<string, number>;
}
