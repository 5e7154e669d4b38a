import { createClient } from '@pilothouse/client/client.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { startNamespaceController } from './namespace/controller.js';

export interface ControllersOptions {
  /** Told of every failure of the controller; another attempt follows after so many milliseconds. */
  readonly onError?: (controller: string, error: unknown, retryIn: number) => void;
}

export interface RunningControllers {
  /** Resolves when every controller has ended. */
  readonly stop: () => Promise<void>;
}

/** Runs every controller beside the API server that `transport` reaches. */
export function runControllers(transport: Transport, { onError }: ControllersOptions = {}): RunningControllers {
  const off = new AbortController();
  const client = createClient({ transport, userAgent: 'kube-controller-manager' });
  const ended = startNamespaceController({
    client,
    signal: off.signal,
    onError: (error, retryIn) => onError?.('namespace', error, retryIn),
  });
  return {
    async stop() {
      off.abort();
      await ended;
      await client.close();
    },
  };
}
