import { startServer, type Server } from '../support/server.js';
import type { Replica } from './replica.js';

/** A server that can be killed and started again at the same address. */
export interface Host extends Replica {
  readonly server: () => Server;
  readonly restart: () => Promise<void>;
}

/** Starts one on a free port, which it keeps. */
export async function startHost(index: number, given: readonly string[]): Promise<Host> {
  // All config maps are of the model: nobody else may write any.
  const flags = ['--controllers=*,-root-ca-cert-publisher', ...given];
  let server = await startServer(flags);
  const address = `--secure-port=${server.port}`;
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
