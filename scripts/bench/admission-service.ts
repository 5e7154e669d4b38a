import { startAdmissionService } from './admission-process.js';
import { latencies } from './client.js';
import { inNewNamespace } from './namespace.js';
import { objectText } from './objects.js';
import { group, type Measurement } from './row.js';
import { createStoreLocation, startIn } from './server.js';
import { median, percentile } from './statistics.js';
import { configMapsIn } from './target.js';

const CALLERS = 16;
/** Milliseconds between two creates of one caller: 16 callers stay far below the limit. */
const EVERY = 50;
const SECONDS = 5;
const ROUNDS = 3;
/** Objects in this namespace are not sent to the service. */
const UNSEEN = 'unseen';

interface Judged {
  /** The latencies of creates with 16 callers, alternating; measured once. */
  readonly waits: () => Promise<readonly Waits[]>;
  readonly stop: () => Promise<void>;
}

interface Waits {
  readonly seen: readonly number[];
  readonly unseen: readonly number[];
}

/** An admission service in its own process, called over mTLS. */
export const admissionService = group<Judged>({
  start: async (store) => (store === 'ephemeral' ? startJudged() : undefined),
  stop: ({ stop }) => stop(),
  rows: [
    {
      name: 'admission service, mTLS, added p50',
      why: 'Median of the time that one call to an admission service in another process adds to a create.',
      target: 0.7,
      better: 'lower',
      run: (judged) => added(judged, 0.5),
    },
    {
      name: 'admission service, mTLS, added p99',
      why: 'The same for the slowest in a hundred.',
      target: 2.5,
      better: 'lower',
      run: (judged) => added(judged, 0.99),
    },
  ],
});

async function added({ waits }: Judged, share: number): Promise<Measurement> {
  const rounds = (await waits()).map(({ seen, unseen }) => ({
    within: percentile(seen, share),
    without: percentile(unseen, share),
  }));
  const value = median(rounds.map(({ within, without }) => within - without));
  const without = median(rounds.map((round) => round.without));
  const pace = `${CALLERS} callers who create ${(CALLERS * 1000) / EVERY} objects a second`;
  return { value, unit: 'ms', note: `${without.toFixed(1)} ms without; ${pace}` };
}

async function startJudged(): Promise<Judged> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const location = await createStoreLocation('ephemeral');
    stops.push(location.remove);
    const service = await startAdmissionService(location, UNSEEN);
    stops.push(service.stop);
    const server = await startIn(location, [`--admission-control-config-file=${service.config}`]);
    stops.push(server.stop);
    const unseen = await inNewNamespace(server, UNSEEN);
    const create = (namespace: string): Promise<number[]> => {
      const path = configMapsIn({ namespace });
      const body = (index: number): string => objectText(`object-${Math.round(performance.now())}-${index}`);
      return latencies(server, { method: 'POST', path, body, connections: CALLERS, every: EVERY, seconds: SECONDS });
    };
    const measure = async (): Promise<readonly Waits[]> => {
      // The first measurement includes a warm-up.
      await create(server.namespace);
      const rounds: Waits[] = [];
      while (rounds.length < ROUNDS) {
        rounds.push({ unseen: await create(unseen.namespace), seen: await create(server.namespace) });
      }
      return rounds;
    };
    let waits: Promise<readonly Waits[]> | undefined;
    return { waits: () => (waits ??= measure()), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
