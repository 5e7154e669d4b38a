import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { PluginOptions } from './options/plugin-options.js';
import { PLUGIN_NAMES, type PluginName } from './plugin.js';
import { assemble } from './service/assemble.js';

export interface InProcessOptions extends DomainOptions {
  /** The enabled plugins. Names of the API server's own plugins are ignored. */
  readonly plugins: readonly string[];
  readonly settings: PluginOptions;
  /** Called for an invalid change of a file and for a failed request to the API server. `what` is the file or the API server. */
  readonly onError: (error: unknown, what: string) => void;
  /** Counts reloads of files. */
  readonly reloads?: Reloads;
}

/** The plugins in the process of an API server. */
export interface InProcessService {
  readonly service: AdmissionService;
  /** Sets the transport to the API server. Reviews that need the API server wait for it. */
  readonly connect: (transport: Transport) => void;
  /** Stops the informers. Later reviews use their last state. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds that a review waits for the informers to sync. */
const SYNC_TIMEOUT = 10_000;

/** Rejects if the policy file is invalid. */
export async function runInProcess(options: InProcessOptions): Promise<InProcessService> {
  const { plugins, settings, onError, reloads, ...domain } = options;
  const stopping = new AbortController();
  const deferred = deferredTransport(stopping.signal);
  const { service, cluster } = await assemble({
    plugins: PLUGIN_NAMES.filter((name): name is PluginName => plugins.includes(name)),
    settings,
    domain: createDomain(domain),
    transport: deferred.transport,
    syncTimeout: SYNC_TIMEOUT,
    onError,
    ...(reloads && { reloads }),
    signal: stopping.signal,
  });
  return {
    service,
    connect: deferred.connect,
    async stop() {
      stopping.abort();
      await cluster.ended;
    },
  };
}

interface DeferredTransport {
  readonly transport: Transport;
  readonly connect: (transport: Transport) => void;
}

/** A transport whose requests wait for `connect`. Aborting the signal fails the waiting requests. */
function deferredTransport(signal: AbortSignal): DeferredTransport {
  let connect: DeferredTransport['connect'] = () => undefined;
  const connected = new Promise<Transport>((resolve, reject) => {
    connect = resolve;
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  connected.catch(() => undefined);
  return {
    connect,
    transport: {
      request: async (request) => (await connected).request(request),
      close: async () => {},
    },
  };
}
