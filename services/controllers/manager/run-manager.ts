import { once } from 'node:events';
import { createClient } from '@pilothouse/client/client.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { leadWhenElected, type ElectionEnd } from '../leader-election/elect.js';
import { leaseStore } from '../leader-election/lease-store.js';
import type { ManagerMetrics } from '../metrics/metrics.js';
import type { ElectionSettings } from '../options/manager-options.js';
import { runControllers, type RunOptions } from '../run.js';
import { fencedTransport } from './fenced-transport.js';

export interface RunManagerOptions extends Omit<RunOptions, 'metrics'> {
  /** Without it, the controllers run from the start. */
  readonly election?: ElectionSettings;
  /** Unique among the candidates. */
  readonly identity: string;
  readonly metrics?: Pick<ManagerMetrics, 'queue' | 'leads'>;
  /** Aborted to stop the manager. */
  readonly signal: AbortSignal;
  /** Called on each change of the leader; empty for none. */
  readonly onLeader: (identity: string) => void;
}

const NAME = 'leader-election';

/** Runs controllers while this process leads, or always without leader election. */
export async function runManager(options: RunManagerOptions): Promise<ElectionEnd> {
  const { election, identity, metrics, signal, onLeader, ...run } = options;
  const lead = async (leading: AbortSignal, connect = run.connect): Promise<void> => {
    const running = runControllers({ ...run, connect, ...(metrics && { metrics: metrics.queue }) });
    if (!leading.aborted) await once(leading, 'abort');
    await running.stop();
  };
  if (election === undefined) {
    onLeader(identity);
    await lead(signal);
    return 'stopped';
  }

  const { name, namespace, ...rules } = election;
  const { connect, domain, timing = systemTiming, now = () => new Date() } = run;
  const onError = (error: unknown, retryIn: number): void => run.onError?.(NAME, error, retryIn);
  // The election has its own connection, which the controllers cannot saturate.
  const client = createClient({ transport: connect(), userAgent: `pilothouse-${NAME}` });
  metrics?.leads(name, false);
  try {
    return await leadWhenElected({
      rules: { ...rules, identity },
      store: leaseStore({ client, domain, namespace, name, onError, timing }),
      lead: async (leading, holds) => {
        metrics?.leads(name, true);
        await lead(leading, (account) => fencedTransport(connect(account), holds)).finally(() =>
          metrics?.leads(name, false),
        );
      },
      signal,
      onError,
      onHolder: onLeader,
      timing,
      now,
    });
  } finally {
    await client.close();
  }
}
