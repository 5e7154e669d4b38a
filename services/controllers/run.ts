import { setMaxListeners } from 'node:events';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { backoff, systemTiming, type Timing } from '@pilothouse/client/timing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { Controller, ControllerContext } from './controller.js';
import { sharedInformers } from './informers/shared.js';
import { accountOf } from './names.js';
import { NO_METRICS, type QueueMetrics } from './queue/queue-metrics.js';
import { createWorkQueue } from './queue/work-queue.js';

/** Connects to the API server as a service account of `kube-system`, or as the manager if none is named. */
export type Connect = (account?: string) => Transport;

export interface RunOptions {
  readonly controllers: readonly Controller[];
  readonly connect: Connect;
  readonly domain: Domain;
  /** Called for every failure of a controller, with the milliseconds until the next attempt. */
  readonly onError?: (controller: string, error: unknown, retryIn: number) => void;
  /** The metrics of a queue by name. */
  readonly metrics?: (queue: string) => QueueMetrics;
  readonly timing?: Timing;
  readonly now?: () => Date;
}

export interface RunningControllers {
  /** Resolves when every controller has ended. */
  readonly stop: () => Promise<void>;
}

/** The name of the shared informers in reports. */
const SHARED = 'informers';
/** Backoff of failed controllers. */
const RETRY = { first: 1_000, longest: 60_000 };

/** Starts controllers, which run until `stop`. */
export function runControllers(options: RunOptions): RunningControllers {
  const { controllers, domain, onError, metrics, timing = systemTiming, now = () => new Date() } = options;
  const off = new AbortController();
  const { signal } = off;
  // Many listeners are normal: their number depends on the number of kinds.
  setMaxListeners(0, signal);
  const clients: Client[] = [];
  const clientOf = (name: string, account?: string): Client => {
    const client = createClient({
      transport: options.connect(account),
      userAgent: `pilothouse-${name}`,
      domain,
    });
    clients.push(client);
    return client;
  };
  const report = (name: string) => (error: unknown, retryIn: number) => onError?.(name, error, retryIn);
  const informers = sharedInformers({ client: clientOf(SHARED), signal, onError: report(SHARED), timing });
  const contextOf = (name: string, client: Client, until: AbortSignal): ControllerContext => ({
    client,
    informers,
    domain,
    signal: until,
    timing,
    now,
    onError: report(name),
    queue: ({ name: queue = name, ...rest }) =>
      createWorkQueue({
        ...rest,
        signal: until,
        timing,
        metrics: metrics?.(queue) ?? NO_METRICS,
        onError: (_key, error, retryIn) => onError?.(name, error, retryIn),
      }),
  });
  /** Restarts a failed controller. Its failure affects neither the other controllers nor the process. */
  const keepRunning = async ({ name, run }: Controller): Promise<void> => {
    const client = clientOf(`${name}-controller`, accountOf(name));
    for (let failures = 1; !signal.aborted; failures++) {
      const attempt = new AbortController();
      const until = AbortSignal.any([signal, attempt.signal]);
      setMaxListeners(0, until);
      try {
        await run(contextOf(name, client, until));
        return;
      } catch (error) {
        attempt.abort();
        if (signal.aborted) return;
        const wait = backoff(failures, RETRY, timing.random);
        report(name)(error, wait);
        await timing.sleep(wait, signal).catch(() => undefined);
      }
    }
  };
  const ended = controllers.map(keepRunning);
  return {
    async stop() {
      off.abort();
      await Promise.all([...ended, informers.ended()]);
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
