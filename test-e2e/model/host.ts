import { freePort } from '../support/free-port.js';
import { startServer, type Server } from '../support/server.js';
import type { Replica } from './replica.js';

/** A server that can be killed and restarted at the same address. */
export interface Host extends Replica {
  readonly server: () => Server;
  readonly restart: () => Promise<void>;
}

/** Starts a server on a free port, which it keeps across restarts. */
export async function startHost(index: number, flags: readonly string[]): Promise<Host> {
  const address = `--secure-port=${await freePort()}`;
  let server = await startServer([...flags, address]);
  return {
    index,
    client: () => server.client,
    server: () => server,
    async restart() {
      await server.crash();
      server = await startServer([...flags, address]);
    },
  };
}
