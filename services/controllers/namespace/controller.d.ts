import type { Client } from '@pilothouse/client/client.js';
import type { Timing } from '@pilothouse/client/timing.js';
export interface NamespaceControllerOptions {
  readonly client: Client;
  /** Aborted when the controller is to end. */
  readonly signal: AbortSignal;
  /** Told of every failure; each is followed by another attempt after so many milliseconds. */
  readonly onError?: (error: unknown, retryIn: number) => void;
  readonly timing?: Timing;
}
/** Empties namespaces that have been deleted, so that they can go. Resolves when it has ended, once its signal is aborted. */
export declare function startNamespaceController(options: NamespaceControllerOptions): Promise<void>;
