import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { PluginOptions } from './options/plugin-options.js';
import { PLUGIN_NAMES, type PluginName } from './plugin.js';
import { assemble } from './service/assemble.js';

export interface InProcessOptions extends DomainOptions {
  /** The names of those that are on; names of others are none of its business. */
  readonly plugins: readonly string[];
  readonly settings: PluginOptions;
  /** Told of files that cannot be used any more, and of what cannot be read. */
  readonly onError: (error: unknown, what: string) => void;
  /** Counts how files are read anew; nobody does when absent. */
  readonly reloads?: Reloads;
}

/** The plugins beside an API server in one process. */
export interface InProcessService {
  readonly service: AdmissionService;
  /** Tells it the way to the server, which asks it before there is one: answers wait for that. */
  readonly connect: (transport: Transport) => void;
  /** From then on it answers by what it knows. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds that a question waits for the first look at what the server has: it is the same process. */
const TIMEOUT = 10_000;

/** Rejects where the file of policies cannot be used. */
export async function runInProcess(options: InProcessOptions): Promise<InProcessService> {
  const { plugins, settings, onError, reloads, ...domain } = options;
  const off = new AbortController();
  const later = transportToBe(off.signal);
  const { service, cluster } = await assemble({
    plugins: PLUGIN_NAMES.filter((name): name is PluginName => plugins.includes(name)),
    settings,
    domain: createDomain(domain),
    transport: later.transport,
    patience: TIMEOUT,
    onError,
    ...(reloads && { reloads }),
    signal: off.signal,
  });
  return {
    service,
    connect: later.connect,
    async stop() {
      off.abort();
      await cluster.ended;
    },
  };
}

interface TransportToBe {
  readonly transport: Transport;
  readonly connect: (transport: Transport) => void;
}

/** A transport whose requests wait until there is one. Aborting the signal fails those that wait. */
function transportToBe(signal: AbortSignal): TransportToBe {
  let connect: TransportToBe['connect'] = () => undefined;
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
