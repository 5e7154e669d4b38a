import type { Connection } from './grpc.js';

const INTERVAL_MS = 1000;
const PATIENCE_MS = 2500;

/**
 * Ends a connection whose server does not answer any more, though nothing else says so: a process that hangs, a
 * network that swallows packets. Calls of our own do that, since etcd shuts out clients whose HTTP/2 pings come more
 * often than every 5 seconds. Returns what stops it.
 */
export function keepChecking(connection: Connection, ask: (timeoutMs: number) => Promise<void>): () => void {
  let asking = false;

  async function check(): Promise<void> {
    asking = true;
    try {
      await ask(PATIENCE_MS);
    } catch {
      connection.destroy('etcd does not answer');
    } finally {
      asking = false;
    }
  }

  const timer = setInterval(() => {
    if (!asking && connection.usable && connection.streams > 0) void check();
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}
