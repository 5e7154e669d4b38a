import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createClient } from '@pilothouse/client/client.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { Handler } from '../../request/context.js';
import { inProcessTransport } from '../in-process.js';

/** The user of the server's own requests, as in Kubernetes. */
const SERVER = { name: 'system:apiserver', groups: ['system:masters'] };

/**
 * Creates namespaces by a request of the server to itself, so that admission sees them. A namespace that exists by then is
 * not an error.
 */
export function namespaceCreator(handlerOf: () => Handler): (name: string, signal: AbortSignal) => Promise<void> {
  return async (name, signal) => {
    const client = createClient({ transport: inProcessTransport(handlerOf(), SERVER) });
    try {
      await client.of(namespaces).create({ metadata: { name } }, { signal });
    } catch (error) {
      if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error;
    }
  };
}
